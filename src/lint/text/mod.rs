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
use crate::syntax::ProblemKind;

/// The problems of the document that are this rule's, in the words of the parser.
fn problems(context: &Context<'_>, found: &mut Findings, is_mine: impl Fn(&ProblemKind) -> bool) {
    for problem in context.document.problems().iter().filter(|problem| is_mine(&problem.kind)) {
        let finding = Finding::new(problem.span, problem.kind.to_string()).about(&problem.kind);
        found.push(match problem.kind.help() {
            Some(help) => finding.help(help),
            None => finding,
        });
    }
}
