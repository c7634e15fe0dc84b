//! A comparison as one page that needs nothing else: no script, no other file, no network.

use std::fmt::Write;

use super::map::{MapCell, change_map};
use super::people::{DiffLine, Mark, layer_lines, other_lines};
use crate::diff::{LayerDiff, SceneDiff};

/// Lines of cells that are shown for a layer.
const LINES: usize = 500;
/// Places of a map side by side.
const COLUMNS: usize = 256;

/// What a page tells.
#[derive(Debug)]
pub struct DiffPage<'d> {
    /// What was compared, in a few words.
    pub title: &'d str,
    /// The names of both sides of each file, and what differs.
    pub files: Vec<([&'d str; 2], &'d SceneDiff)>,
    /// What went wrong.
    pub troubles: Vec<String>,
    /// Whether every cell has a line of its own, however many there are.
    pub all: bool,
}

const STYLE: &str = "\
body{font:15px/1.5 sans-serif;margin:2em;color:#222;background:#fff}
h2,h3{overflow-wrap:anywhere}
pre,.lines div{white-space:pre-wrap;overflow-wrap:anywhere}
.lines{font-family:monospace}
.lines div{border-left:5px solid #fff;padding-left:6px}
svg.map{border:1px solid #999;max-width:100%;height:auto}
.legend svg{vertical-align:-3px}
";

/// The page.
pub fn diff_page(page: &DiffPage<'_>) -> String {
    let mut out = String::new();
    let title = escape(page.title);
    put(
        &mut out,
        format_args!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>\n{STYLE}"
        ),
    );
    for (cell, name, _) in KINDS {
        put(&mut out, format_args!(".lines .{name}{{border-color:{}}}\n", hex(cell)));
    }
    put(&mut out, format_args!("</style>\n</head>\n<body>\n<h1>{title}</h1>\n"));
    if page.files.iter().any(|(_, diff)| !diff.layers.is_empty()) {
        legend(&mut out);
    }
    if !page.troubles.is_empty() {
        put(&mut out, format_args!("<h2>Not everything could be compared</h2>\n<pre>"));
        page.troubles.iter().for_each(|trouble| put(&mut out, format_args!("{}\n", escape(trouble))));
        out.push_str("</pre>\n");
    }
    let mut same = true;
    for ([before, after], diff) in &page.files {
        let others = other_lines(diff);
        if diff.layers.is_empty() && others.is_empty() {
            continue;
        }
        same = false;
        put(&mut out, format_args!("<h2>{} → {}</h2>\n", escape(before), escape(after)));
        for layer in &diff.layers {
            push_layer(&mut out, layer, page.all);
        }
        if !others.is_empty() {
            out.push_str("<h3>Besides the cells</h3>\n");
            push_lines(&mut out, &others);
        }
    }
    if same {
        out.push_str("<p>No difference.</p>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The kinds of change: the class, and what the legend says.
const KINDS: [(MapCell, &str, &str); 3] = [
    (MapCell::Added, "added", "+ added"),
    (MapCell::Removed, "removed", "- removed"),
    (MapCell::Changed, "changed", "~ changed"),
];

/// The words for the colours and signs, and the patterns that all maps of the page are filled with.
fn legend(out: &mut String) {
    out.push_str("<p class=\"legend\">");
    for (cell, name, words) in KINDS {
        let sign = match cell {
            MapCell::Added => "M.5.2V.8M.2.5H.8",
            MapCell::Removed => "M.2.5H.8",
            _ => "M.2.6Q.35.3.5.5T.8.4",
        };
        let ink = if cell == MapCell::Removed { "#fff" } else { "#000" };
        put(
            out,
            format_args!(
                "<svg width=\"16\" height=\"16\" viewBox=\"0 0 1 1\"><defs>\
                 <pattern id=\"{name}\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">\
                 <path d=\"M0 0H1V1H0Z\" fill=\"{}\"/>\
                 <path d=\"{sign}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".12\"/></pattern></defs>\
                 <path d=\"M0 0H1V1H0Z\" fill=\"url(#{name})\"/></svg> {words} &#160; ",
                hex(cell)
            ),
        );
    }
    put(
        out,
        format_args!(
            "<svg width=\"16\" height=\"16\"><path d=\"M0 0H16V16H0Z\" fill=\"{}\"/></svg> no change</p>\n",
            hex(MapCell::Same)
        ),
    );
}

fn push_layer(out: &mut String, layer: &LayerDiff, all: bool) {
    let lines = layer_lines(layer, all, LINES);
    let Some((head, lines)) = lines.split_first() else { return };
    put(out, format_args!("<h3>{}</h3>\n", escape(&head.text)));
    push_map(out, layer);
    push_lines(out, lines);
}

fn push_map(out: &mut String, layer: &LayerDiff) {
    let (Some(bounds), (rows, scale)) = (layer.cells.bounds(), change_map(layer, COLUMNS)) else { return };
    let (columns, lines) = (rows.first().map_or(1, Vec::len), rows.len());
    let size = (1024 / columns).clamp(4, 16);
    let each = if scale == 1 { String::new() } else { format!(", a square is {scale}×{scale} cells") };
    put(
        out,
        format_args!(
            "<p>From ({}, {}){each}:</p>\n<svg class=\"map\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {columns} {lines}\" shape-rendering=\"crispEdges\">\n\
             <path d=\"M0 0H{columns}V{lines}H0Z\" fill=\"{}\"/>\n",
            bounds.x,
            bounds.y,
            columns * size,
            lines * size,
            hex(MapCell::Same)
        ),
    );
    for (cell, name, _) in KINDS {
        let mut path = String::new();
        for (y, row) in rows.iter().enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                if run[0] == cell {
                    put(&mut path, format_args!("M{x} {y}h{}v1h-{}z", run.len(), run.len()));
                }
                x += run.len();
            }
        }
        if !path.is_empty() {
            put(out, format_args!("<path d=\"{path}\" fill=\"url(#{name})\"/>\n"));
        }
    }
    out.push_str("</svg>\n");
}

fn push_lines(out: &mut String, lines: &[DiffLine]) {
    out.push_str("<div class=\"lines\">\n");
    for line in lines {
        let class = match line.mark {
            Mark::Added => " class=\"added\"",
            Mark::Removed => " class=\"removed\"",
            Mark::Changed => " class=\"changed\"",
            Mark::Head | Mark::Plain => "",
        };
        put(out, format_args!("<div{class}>{}</div>\n", escape(line.text.trim_start())));
    }
    out.push_str("</div>\n");
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to memory does not fail");
}

fn hex(cell: MapCell) -> String {
    let [red, green, blue] = cell.colour();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text as it may stand in a page, between tags or in quotes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            // A page may not hold them.
            letter if letter.is_control() => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests;
