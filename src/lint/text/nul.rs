//! TW007 nul-byte: a NUL byte.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::source::Span;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW007",
    name: "nul-byte",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a NUL byte",
    why: "A write that was interrupted, or a disk that was full, leaves bytes of zero. Inside a string and \
          between tags the engine takes one for the end of the text: the rest of the file is lost or the \
          file is refused. Inside a key it is skipped.",
    example: r#"text = "Hello\0""#,
    remedy: "restore the file from version control; nothing says what stood there.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let bytes = context.document.source().bytes();
    let Some(first) = memchr::memchr(0, bytes) else { return };
    let total = memchr::memchr_iter(0, bytes).count();
    let run = bytes[first..].iter().take_while(|&&byte| byte == 0).count();
    let span = Span::new(first as u32, (first + run) as u32);
    let message = match total {
        1 => "a NUL byte".to_owned(),
        total => format!("{total} NUL bytes, the first one here"),
    };
    let help = "restore the file from version control; a write that was interrupted leaves such bytes";
    found.push(Finding::new(span, message).help(help).times(total));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn bytes_of_zero() {
        assert_eq!(said("TW007", &scene("a = \"x\0y\"\n")), ["a NUL byte"]);
        assert_eq!(said("TW007", &scene("a\0b = 1\0\n")), ["2 NUL bytes, the first one here"]);
        assert_eq!(said("TW007", &scene("a = \"\\0\"\n")), [""; 0]);
    }
}
