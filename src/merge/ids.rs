//! The ids of resources in the outcome: ours keep theirs, and what comes from theirs gets a new one where it is taken.

use std::collections::HashSet;

use super::three::{Side, Three};
use crate::syntax::SectionKind;

/// Ids by key.
pub(super) struct Ids {
    ids: Vec<Option<String>>,
    /// How many were given anew.
    pub renumbered: usize,
}

impl Ids {
    pub fn new(three: &Three<'_>) -> Self {
        let mut ids = Ids { ids: vec![None; three.key_count()], renumbered: 0 };
        for kind in [SectionKind::ExtResource, SectionKind::SubResource] {
            let mut taken: HashSet<String> = HashSet::new();
            let mut next = 1;
            let id = |side: Side, section: usize| {
                three.outline(side).section(section).text_field("id").unwrap_or_default().into_owned()
            };
            for section in three.outline(Side::Ours).of_kind(kind) {
                let own = id(Side::Ours, section);
                next = next.max(number(&own) + 1);
                taken.insert(own.clone());
                ids.ids[three.key(Side::Ours, section)] = Some(own);
            }
            for section in three.outline(Side::Theirs).of_kind(kind) {
                let key = three.key(Side::Theirs, section);
                let own = id(Side::Theirs, section);
                next = next.max(number(&own) + 1);
                if ids.ids[key].is_some() {
                    continue;
                }
                let free = if taken.contains(&own) {
                    ids.renumbered += 1;
                    mint(&own, &mut next, &taken)
                } else {
                    own
                };
                taken.insert(free.clone());
                ids.ids[key] = Some(free);
            }
        }
        ids
    }

    /// The id of a resource in the outcome.
    pub fn of(&self, key: usize) -> Option<&str> {
        self.ids[key].as_deref()
    }
}

/// The number at the head of an id, `3` of `3_abcde`; 0 without one.
fn number(id: &str) -> u64 {
    let digits = id.len() - id.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    id[..digits].parse().unwrap_or(0)
}

/// A new id that looks like the old one: the next number, or another ending of five letters as the engine mints them.
fn mint(id: &str, next: &mut u64, taken: &HashSet<String>) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxy012345678";
    let digits = id.len() - id.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    if digits > 0 {
        loop {
            let new = format!("{next}{}", &id[digits..]);
            *next += 1;
            if !taken.contains(&new) {
                return new;
            }
        }
    }
    let stem = id.rsplit_once('_').map_or(id, |(stem, _)| stem);
    // The same two files give the same ids at each merge, so the ending comes from the id itself.
    let mut hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    loop {
        let mut rest = hash;
        let ending: String = (0..5)
            .map(|_| {
                let letter = LETTERS[(rest % LETTERS.len() as u64) as usize];
                rest /= LETTERS.len() as u64;
                char::from(letter)
            })
            .collect();
        let new = format!("{stem}_{ending}");
        if !taken.contains(&new) {
            return new;
        }
        hash = hash.wrapping_mul(0x0100_0000_01b3) ^ 1;
    }
}
