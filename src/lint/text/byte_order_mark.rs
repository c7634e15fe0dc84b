//! TW006 byte-order-mark: a byte order mark in front of the first tag.

use crate::edit::Edit;
use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::source::Span;
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW006",
    name: "byte-order-mark",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "a byte order mark in front of the first tag",
    why: "Some editors on Windows put three bytes (EF BB BF) in front of a text. Engines up to 4.6 do not \
          expect them and refuse the file (\"Expected '['\"); later ones skip them. The editor never writes \
          them.",
    example: r#"\xEF\xBB\xBF[gd_scene format=3]"#,
    remedy: "strip the mark with `tilewright check --fix --unsafe` (unsafe only because engines that refused \
          the file read it afterwards), and set your editor to \"UTF-8\" instead of \"UTF-8 with BOM\".",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let problems = context.document.problems().iter();
    for problem in problems.filter(|problem| matches!(problem.kind, ProblemKind::ByteOrderMark)) {
        let mark = Edit { span: Span::new(0, 3), replacement: Vec::new() };
        let finding = Finding::new(problem.span, problem.kind.to_string())
            .fix("strip the byte order mark", Change::Text(vec![mark]));
        found.push(finding.help(problem.kind.help().unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn three_bytes_in_front() {
        let text = format!("\u{feff}{}", scene(""));
        assert_eq!(said("TW006", &text), ["the file starts with a byte order mark"]);
        assert_eq!(said("TW006", &scene("")), [""; 0]);
        assert_eq!(fixed("TW006", &text), scene(""));
    }
}
