//! TW008 cr-in-string: a carriage return inside of a string.

use super::scan::{Part, parts};
use crate::edit::Edit;
use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::source::Span;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW008",
    name: "cr-in-string",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "a carriage return inside of a string",
    why: "Between values a carriage return is white space, but inside a string the engine keeps it: a \
          label of two lines has a character more at the end of the first one, a script compares unequal, \
          and what one person sees depends on how their git checks the file out. Nearly always the whole \
          file was turned to CRLF by an editor or by `core.autocrlf`.",
    example: r#"text = "one\r
two""#,
    remedy: "write `*.tscn text eol=lf` and `*.tres text eol=lf` into .gitattributes and check the files out \
          anew; or `--fix --unsafe`, which turns CR LF inside of strings to LF (unsafe because the text \
          itself changes).",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let source = context.document.source();
    if memchr::memchr(b'\r', source.bytes()).is_none() {
        return;
    }
    let with_cr: Vec<Span> = parts(context.document)
        .into_iter()
        .filter(|&(part, span)| part == Part::String && source.slice(span).contains(&b'\r'))
        .map(|(_, span)| span)
        .collect();
    let Some(&first) = with_cr.first() else { return };
    let (from, to) = (source.position(first.start).line, source.position(first.end).line);
    let lines = if from == to { format!("line {from}") } else { format!("lines {from}-{to}") };
    let more = match with_cr.len() {
        1 => String::new(),
        2 => ", and in one more string".to_owned(),
        count => format!(", and in {} more strings", count - 1),
    };
    let edits = with_cr.iter().flat_map(|span| {
        let bytes = source.slice(*span);
        let pairs = memchr::memmem::find_iter(bytes, b"\r\n");
        pairs.map(|at| Span::new(span.start + at as u32, span.start + at as u32 + 1)).collect::<Vec<_>>()
    });
    let edits: Vec<Edit> = edits.map(|span| Edit { span, replacement: Vec::new() }).collect();
    let help = "write `*.tscn text eol=lf` into .gitattributes, so that git checks scenes out as the editor \
                writes them, and save the file with LF";
    let finding =
        Finding::new(first, format!("CR inside a string at {lines}{more}")).help(help).times(with_cr.len());
    // A lone CR may be meant.
    found.push(match edits.is_empty() {
        true => finding,
        false => finding.fix("turn CR LF inside of strings to LF", Change::Text(edits)),
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn lines_of_windows_inside_a_string() {
        let text = scene("a = 1\r\nb = \"one\r\ntwo\"\r\n");
        assert_eq!(said("TW008", &text), ["CR inside a string at lines 5-6"]);
        assert_eq!(said("TW008", &scene("a = 1\r\nb = \"one\ntwo\"\r\n")), [""; 0]);
        assert_eq!(fixed("TW008", &text), scene("a = 1\r\nb = \"one\ntwo\"\r\n"));
    }
}
