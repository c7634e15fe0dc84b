//! Enough of JSON schema to hold a document against the two schemas that matter here.

use serde_json::Value;

/// What is wrong with a document, each with its path.
pub fn faults(schema: &Value, document: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, schema, document, "", &mut faults);
    faults
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').expect("a reference into the same document");
        let target = root.pointer(pointer).unwrap_or_else(|| panic!("no {reference}"));
        return check(root, target, value, path, faults);
    }
    if let Some(kind) = schema["type"].as_str()
        && !is(kind, value)
    {
        faults.push(format!("{path} is no {kind}"));
        return;
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        faults.push(format!("{path}: {value} is none of {words:?}"));
    }
    if let Some(one) = schema["anyOf"].as_array() {
        let fits = |one: &&Value| {
            let mut faults = Vec::new();
            check(root, one, value, path, &mut faults);
            faults.is_empty()
        };
        if !one.iter().any(|one| fits(&one)) {
            faults.push(format!("{path}: {value} fits nothing"));
        }
    }
    if let (Some(minimum), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
        && number < minimum
    {
        faults.push(format!("{path}: {number} is less than {minimum}"));
    }
    if let (Some(pattern), Some(text)) = (schema["pattern"].as_str(), value.as_str()) {
        // The only pattern of ours; those of SARIF are about versions and ids that we do not write.
        let code = text.to_ascii_uppercase();
        let digits =
            code.strip_prefix("TW").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        if pattern.contains("[Tt][Ww]") && !digits {
            faults.push(format!("{path}: {text} is not {pattern}"));
        }
    }
    if let Value::Array(items) = value {
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        if items.len() < least {
            faults.push(format!("{path} has fewer than {least} items"));
        }
        if schema["uniqueItems"] == true
            && items.iter().enumerate().any(|(at, item)| items[..at].contains(item))
        {
            faults.push(format!("{path} has an item twice"));
        }
        if schema["items"].is_object() {
            for (at, item) in items.iter().enumerate() {
                check(root, &schema["items"], item, &format!("{path}/{at}"), faults);
            }
        }
    }
    if let Value::Object(members) = value {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                faults.push(format!("{path} lacks {name}"));
            }
        }
        for (name, member) in members {
            let path = format!("{path}/{name}");
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (known @ Value::Object(_), _) => check(root, known, member, &path, faults),
                (_, Value::Bool(false)) => faults.push(format!("{path} is not known")),
                (_, other @ Value::Object(_)) => check(root, other, member, &path, faults),
                _ => {}
            }
        }
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("a type of no schema: {other}"),
    }
}

#[test]
fn a_document_that_is_wrong_is_told_so() {
    let schema = serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["a"],
        "properties": { "a": { "type": "array", "items": { "enum": ["x"] } } },
    });
    let count = |text: &str| faults(&schema, &serde_json::from_str(text).expect("JSON")).len();
    assert_eq!(count(r#"{"a":["x"]}"#), 0);
    assert_eq!(count(r#"{"a":["y"]}"#), 1);
    assert_eq!(count(r#"{"b":1}"#), 2);
}
