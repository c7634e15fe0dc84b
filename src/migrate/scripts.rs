//! Scripts that use what a TileMap could do: found line by line, told with the new call, never rewritten.

use std::collections::HashSet;

use super::api::{METHODS, Method, PROPERTIES, sharp};

/// The language of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    GdScript,
    CSharp,
}

/// A place that a person has to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub message: String,
    pub help: String,
}

/// What is known before a script is read.
pub(super) struct Reader<'n> {
    pub language: Language,
    /// The names of the nodes that move.
    pub nodes: &'n HashSet<String>,
    /// Whether a call without a receiver is one of the TileMap itself.
    pub is_tile_map: bool,
}

impl Reader<'_> {
    /// Looks at every line.
    pub fn read(&self, text: &str) -> Vec<Hit> {
        let mut handles = HashSet::new();
        for line in text.lines() {
            if let Some(name) = self.declared(line) {
                handles.insert(name);
            }
        }
        let mut hits = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let code = self.without_comment(line);
            let mut found: Vec<(usize, String, String)> = Vec::new();
            self.types(code, &mut found);
            self.calls(code, &handles, &mut found);
            self.properties(code, &handles, &mut found);
            layer_strings(code, &mut found);
            found.sort();
            hits.extend(found.into_iter().map(|(at, message, help)| Hit {
                line: number as u32 + 1,
                column: code[..at].chars().count() as u32 + 1,
                message,
                help,
            }));
        }
        hits
    }

    fn without_comment<'l>(&self, line: &'l str) -> &'l str {
        let mark = if self.language == Language::GdScript { "#" } else { "//" };
        let mut quote = None;
        for (at, letter) in line.char_indices() {
            match (quote, letter) {
                (None, '"' | '\'') => quote = Some(letter),
                (Some(open), letter) if open == letter && !line[..at].ends_with('\\') => quote = None,
                (None, _) if line[at..].starts_with(mark) => return &line[..at],
                _ => {}
            }
        }
        line
    }

    /// The variable that a line declares as a TileMap, by its type or by the node it takes.
    fn declared(&self, line: &str) -> Option<String> {
        let code = self.without_comment(line);
        let name = match self.language {
            Language::GdScript => code.split_once("var ")?.1,
            Language::CSharp => {
                let at = words(code, "TileMap").next()?;
                &code[at + "TileMap".len()..]
            }
        };
        let name: String = name.trim_start().chars().take_while(|letter| is_word(*letter)).collect();
        let typed = words(code, "TileMap").next().is_some();
        let taken = code.split_once('=').is_some_and(|(_, value)| self.names_node(value.trim()));
        (!name.is_empty() && (typed || taken)).then_some(name)
    }

    /// Whether an expression is the path of a node that moves: `$World/Map`, `%Map`, `get_node("World/Map")`.
    fn names_node(&self, expression: &str) -> bool {
        let expression = expression.trim_end_matches([')', ';']).trim_end_matches(" as TileMap");
        let is_path = expression.contains(['$', '%'])
            || expression.contains("get_node")
            || expression.contains("GetNode");
        let path = expression.trim_end_matches(['"', '\'', ')']);
        let name = path.rsplit(['/', '$', '%', '"', '\'']).next().unwrap_or_default();
        is_path && self.nodes.contains(name)
    }

    fn types(&self, code: &str, found: &mut Vec<(usize, String, String)>) {
        for at in words(code, "TileMap") {
            let before = code[..at].trim_end();
            if before.ends_with(['$', '%', '/', '"', '\'', '^', '&']) && !before.ends_with("->") {
                continue;
            }
            // A node may be called so.
            if code[at + "TileMap".len()..].starts_with(['"', '\'', '/']) {
                continue;
            }
            let word: String = before
                .chars()
                .rev()
                .take_while(|letter| is_word(*letter))
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .collect();
            let (form, help) = match word.as_str() {
                "is" => ("is TileMap", "the node is none any more: ask `is TileMapLayer` of its layers"),
                "as" => ("as TileMap", "gives null: take a layer, `as TileMapLayer`"),
                "extends" => ("extends TileMap", "extend Node2D, or TileMapLayer with the script on a layer"),
                _ if before.ends_with(':') && self.language == Language::CSharp => {
                    (": TileMap", "derive from Node2D, or from TileMapLayer with the script on a layer")
                }
                _ if before.ends_with(':') => {
                    (": TileMap", "the type does not fit any more: use TileMapLayer for a layer, or Node2D")
                }
                _ => ("TileMap", "the class is deprecated: use TileMapLayer"),
            };
            found.push((at, format!("`{form}`"), help.to_owned()));
        }
    }

    fn calls(&self, code: &str, handles: &HashSet<String>, found: &mut Vec<(usize, String, String)>) {
        for method in METHODS {
            let name = match self.language {
                Language::GdScript => method.name.to_owned(),
                Language::CSharp => method.sharp_name(),
            };
            for at in words(code, &name) {
                let rest = code[at + name.len()..].trim_start();
                let Some(arguments) = rest.strip_prefix('(') else { continue };
                let before = &code[..at];
                let defines = before.trim_end().ends_with("func")
                    || self.language == Language::CSharp && before.contains("override ");
                let first = first_argument(arguments);
                let told = match defines {
                    true => {
                        method.name.contains("tile_data_runtime_update")
                            && method.layer
                            && first.contains("layer")
                    }
                    false => self.is_told(method, before, first, handles),
                };
                if told {
                    let layered = if method.layer { " with a layer" } else { "" };
                    found.push((at, format!("`{name}`{layered}, as TileMap has it"), method.help()));
                }
            }
        }
    }

    fn is_told(&self, method: &Method, before: &str, first: &str, handles: &HashSet<String>) -> bool {
        let ours = match receiver(before) {
            None => self.is_tile_map,
            Some(receiver) => self.is_handle(receiver, handles),
        };
        let coords = first.starts_with("Vector2");
        match (method.gone, method.layer) {
            // Other classes have methods of these names.
            (true, _)
                if matches!(method.name, "force_update" | "add_layer" | "move_layer" | "remove_layer") =>
            {
                ours
            }
            (true, _) => true,
            (false, true) if method.name == "get_used_cells" => !first.is_empty(),
            (false, true) => (ours && !coords) || looks_like_layer(first),
            (false, false) => ours,
        }
    }

    fn is_handle(&self, receiver: &str, handles: &HashSet<String>) -> bool {
        let name = receiver.rsplit('.').next().unwrap_or_default();
        let low = name.to_ascii_lowercase();
        let called = low.contains("tilemap") || low.contains("tile_map");
        (called && !low.contains("layer"))
            || handles.contains(name)
            || self.names_node(receiver)
            || receiver == "self" && self.is_tile_map
            || receiver.contains("<TileMap>")
    }

    fn properties(&self, code: &str, handles: &HashSet<String>, found: &mut Vec<(usize, String, String)>) {
        let mut names: Vec<(String, &str)> = PROPERTIES
            .iter()
            .map(|(name, instead)| {
                let own = if self.language == Language::CSharp { sharp(name) } else { (*name).to_owned() };
                (own, *instead)
            })
            .collect();
        let changed = if self.language == Language::CSharp { "Changed" } else { "changed" };
        names.push((changed.to_owned(), "layer.changed, of each layer that matters"));
        for (name, instead) in names {
            for at in words(code, &name) {
                let ours = receiver(&code[..at]).is_some_and(|receiver| self.is_handle(receiver, handles));
                if ours && !code[at + name.len()..].trim_start().starts_with('(') {
                    found.push((
                        at,
                        format!("`{name}` of a TileMap"),
                        format!("on the layer's node: `{instead}`"),
                    ));
                }
            }
        }
    }
}

/// `"layer_1/modulate"` in quotes.
fn layer_strings(code: &str, found: &mut Vec<(usize, String, String)>) {
    for quote in ['"', '\''] {
        let mark = format!("{quote}layer_");
        let mut from = 0;
        while let Some(at) = code[from..].find(&mark).map(|at| at + from) {
            let rest = &code[at + 1..];
            let text = rest.split([quote, ':']).next().unwrap_or_default();
            if let Some((_, what)) = crate::tile::layer_key(text) {
                let help = format!("set `{what}` of the layer's node");
                found.push((at + 1, format!("the property `{text}` of a TileMap"), help));
            }
            from = at + mark.len();
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Where a word stands alone.
fn words<'c>(code: &'c str, word: &'c str) -> impl Iterator<Item = usize> + 'c {
    code.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = code[..*at].chars().next_back();
        let behind = code[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !behind.is_some_and(is_word)
    })
}

/// What stands in front of the `.` before a call; `None` if nothing does.
fn receiver(before: &str) -> Option<&str> {
    let before = before.strip_suffix('.')?;
    let before = before.strip_suffix(['?', '!']).unwrap_or(before);
    let mut depth = 0;
    let mut quoted = false;
    let start = before.char_indices().rev().find(|(_, letter)| {
        match letter {
            '"' | '\'' => quoted = !quoted,
            ')' | ']' if !quoted => depth += 1,
            '(' | '[' if !quoted => depth -= 1,
            _ => {}
        }
        let inside = quoted || depth > 0 || *letter == '"' || *letter == '\'';
        depth < 0
            || !(inside
                || is_word(*letter)
                || matches!(letter, '.' | '$' | '%' | '/' | '(' | '[' | '<' | '>'))
    });
    let start = start.map_or(0, |(at, letter)| at + letter.len_utf8());
    Some(&before[start..])
}

fn first_argument(arguments: &str) -> &str {
    let mut depth = 0;
    let end = arguments.find(|letter: char| match letter {
        '(' | '[' | '{' => {
            depth += 1;
            false
        }
        ')' | ']' | '}' if depth > 0 => {
            depth -= 1;
            false
        }
        ',' | ')' => depth == 0,
        _ => false,
    });
    arguments[..end.unwrap_or(arguments.len())].trim()
}

/// A number, or something called a layer; a place is a vector.
fn looks_like_layer(argument: &str) -> bool {
    let number =
        !argument.is_empty() && argument.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
    let name = argument.split(|letter: char| !(is_word(letter) || letter == '.')).next().unwrap_or_default();
    number || name.len() == argument.len() && name.to_ascii_lowercase().contains("layer")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(language: Language, text: &str) -> Vec<(u32, u32, String)> {
        let nodes = HashSet::from(["Ground".to_owned()]);
        let reader = Reader { language, nodes: &nodes, is_tile_map: false };
        reader.read(text).into_iter().map(|hit| (hit.line, hit.column, hit.message)).collect()
    }

    fn told(text: &str) -> bool {
        !hits(Language::GdScript, text).is_empty()
    }

    #[test]
    fn calls_with_a_layer_are_told_with_their_place() {
        let text = "func _ready():\n\t$World/Ground.set_cell(0, Vector2i(1, 2), 3, Vector2i(0, 0))\n";
        assert_eq!(
            hits(Language::GdScript, text),
            [(2, 16, "`set_cell` with a layer, as TileMap has it".to_owned())]
        );
        assert!(told("x.get_used_cells(1)"));
        assert!(told("x.get_used_cells(LAYER)"));
        assert!(!told("x.get_used_cells()"));
        assert!(!told("layer.set_cell(Vector2i(1, 2), 3, Vector2i(0, 0))"));
        assert!(!told("layer.set_cell(coords, 3)"));
        assert!(told("map.set_cell(WALL_LAYER, coords, 3)"));
        assert!(told("tile_map.set_cell(layer, coords, 3)"));
    }

    #[test]
    fn calls_without_a_layer_are_told_of_the_nodes_that_move() {
        assert!(told("var at = $Ground.local_to_map(position)"));
        assert!(told("@onready var ground = $World/Ground\nfunc f():\n\tground.map_to_local(at)"));
        assert!(told("get_node(\"World/Ground\").get_used_rect()"));
        assert!(told("%Ground.map_to_local(at)"));
        assert!(!told("$Other.local_to_map(position)"));
        assert!(!told("other.clear()"));
    }

    #[test]
    fn types_are_told_and_other_classes_are_not() {
        assert!(told("if body is TileMap:"));
        assert!(told("var map := body as TileMap"));
        assert!(told("@export var map: TileMap"));
        assert!(told("extends TileMap"));
        assert!(!told("if body is TileMapLayer:"));
        assert!(!told("var pattern: TileMapPattern"));
        assert!(!told("# is TileMap"));
        assert!(!told("var map = $TileMap"), "a node may be called so");
        assert!(told("tween.tween_property(map, \"layer_1/modulate:a\", 0.0, 1.0)"));
    }

    #[test]
    fn c_sharp_is_read_too() {
        let told = |text: &str| !hits(Language::CSharp, text).is_empty();
        assert!(told("var map = GetNode<TileMap>(\"Ground\");"));
        assert!(told("_tileMap.SetCell(0, coords, 1, atlas);"));
        assert!(told("map.GetUsedCells(0)"));
        assert!(told("if (body is TileMap map) {"));
        assert!(!told("// TileMap"));
        assert!(!told("layer.SetCell(coords, 1, atlas);"));
    }
}
