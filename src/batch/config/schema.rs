//! The JSON schema of `tilewright.toml`, made from the one list of keys. Editors complete and check the file with it.

use serde_json::{Map, Value, json};

use super::{KEYS, Key, Kind};
use crate::lint::ALL;

/// The schema, draft 2020-12.
pub fn schema() -> Value {
    let mut schema = table(KEYS);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("tilewright.toml");
    schema["description"] =
        json!("Settings of tilewright for a folder and all below it, up to a nearer tilewright.toml");
    schema
}

fn table(keys: &[Key]) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| {
            let mut value = of(&key.kind);
            value["description"] = json!(key.about);
            (key.name.to_owned(), value)
        })
        .collect();
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn of(kind: &Kind) -> Value {
    match kind {
        Kind::Globs => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Bytes => json!({ "type": "integer", "minimum": 0 }),
        Kind::Rules => {
            let words = ["ALL", "DEFAULT"].into_iter();
            let words: Vec<&str> = words.chain(ALL.iter().flat_map(|rule| [rule.code, rule.name])).collect();
            let prefix = json!({ "type": "string", "pattern": "^[Tt][Ww][0-9]{0,3}$" });
            json!({ "type": "array", "items": { "anyOf": [{ "enum": words }, prefix] } })
        }
        Kind::Table(keys) => table(keys),
        Kind::Tables(keys) => json!({ "type": "array", "items": table(keys) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_in_it_with_its_words() {
        let schema = schema();
        let select = &schema["properties"]["check"]["properties"]["select"];
        assert!(select["description"].as_str().is_some_and(|text| !text.is_empty()));
        let words = select["items"]["anyOf"][0]["enum"].as_array().expect("a list");
        assert!(words.contains(&json!("TW101")) && words.contains(&json!("tombstones")));
        assert_eq!(schema["properties"]["clean"]["properties"]["sort"]["enum"], json!(["yx", "xy"]));
        assert_eq!(
            schema["properties"]["check"]["properties"]["per-path"]["items"]["additionalProperties"],
            json!(false)
        );
    }
}
