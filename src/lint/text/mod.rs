//! TW0xx: the text itself, before any of it means something.

pub(super) mod attribute_twice;
pub(super) mod bad_suppression;
pub(super) mod byte_order_mark;
pub(super) mod bytes_out_of_range;
pub(super) mod comment;
pub(super) mod conflict_marker;
pub(super) mod cr_in_string;
pub(super) mod empty_key;
pub(super) mod invalid_utf8;
pub(super) mod leftover;
pub(super) mod long_number;
pub(super) mod misread_key;
pub(super) mod nul;
pub(super) mod parent_missing;
pub(super) mod property_twice;
pub(super) mod same_path;
mod scan;
pub(super) mod suspect_escape;
pub(super) mod swallowed;
pub(super) mod undeclared;
pub(super) mod unicode_escape;
pub(super) mod unparsable;
pub(super) mod vanished_node;

use super::{Context, Finding, Findings};
use crate::syntax::{Problem, ProblemKind};

/// Whether text is left over behind a string, most likely since a quote inside it is not escaped.
fn is_behind_string(context: &Context<'_>, problem: &Problem) -> bool {
    match &problem.kind {
        ProblemKind::Leftover { string, .. } => *string,
        ProblemKind::QuotedKey(_) => {
            let before = &context.document.source().bytes()[..problem.span.start as usize];
            let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or(before);
            line.trim_ascii_end().ends_with(b"\"")
        }
        _ => false,
    }
}

/// The problems of the document that are this rule's, in the words of the parser.
fn problems(context: &Context<'_>, found: &mut Findings, is_mine: impl Fn(&ProblemKind) -> bool) {
    let problems = context.document.problems().iter();
    // An unescaped quote is told by one rule alone.
    let problems = problems.filter(|problem| !is_behind_string(context, problem));
    for problem in problems.filter(|problem| is_mine(&problem.kind)) {
        let finding = Finding::new(problem.span, problem.kind.to_string()).about(&problem.kind);
        found.push(match problem.kind.help() {
            Some(help) => finding.help(help),
            None => finding,
        });
    }
}
