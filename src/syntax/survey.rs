//! Reading a text only to tell whether it is sound.

use super::document::Document;
use super::error::Problem;
use super::section::SectionView;
use crate::source::Source;

/// A text that was read, of which only some sections are remembered: a file of any size costs little memory beside
/// itself. The grammar is judged and what the engine would lose; the order of the sections and references are not.
#[derive(Debug)]
pub struct Survey {
    document: Document,
}

/// What a survey keeps and what it has let go.
#[derive(Clone, Debug)]
pub(super) struct Thin {
    /// Indices of the sections to keep, sorted.
    keep: Vec<usize>,
    /// Properties of the others.
    forgotten: usize,
}

impl Survey {
    /// Reads a text and remembers the sections of these indices.
    pub fn new(source: Source, keep: impl IntoIterator<Item = usize>) -> Self {
        let mut keep: Vec<usize> = keep.into_iter().collect();
        keep.sort_unstable();
        Survey { document: Document::read(source, Some(Thin { keep, forgotten: 0 })) }
    }

    /// What is wrong, by place.
    pub fn problems(&self) -> &[Problem] {
        self.document.problems()
    }

    /// How many sections there are.
    pub fn sections(&self) -> usize {
        self.document.sections().len()
    }

    /// How many properties there are in all of them.
    pub fn properties(&self) -> usize {
        let forgotten = self.document.thin.as_ref().map_or(0, |thin| thin.forgotten);
        forgotten + self.document.properties.len()
    }

    /// The document, in which only the remembered sections have attributes and properties.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// A section; one that was not to be remembered has neither attributes nor properties.
    pub fn section(&self, index: usize) -> SectionView<'_> {
        self.document.section(index)
    }
}

impl Document {
    /// Lets the last section go, if this is a survey and it was not asked for.
    pub(super) fn forget_last(&mut self) {
        let index = self.sections.len().wrapping_sub(1);
        let (Some(thin), Some(last)) = (&mut self.thin, self.sections.last_mut()) else { return };
        if thin.keep.binary_search(&index).is_err() {
            thin.forgotten += last.properties.len();
            self.fields.truncate(last.fields.start as usize);
            self.properties.truncate(last.properties.start as usize);
            last.fields.end = last.fields.start;
            last.properties.end = last.properties.start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sections_that_were_asked_for_are_remembered() {
        let text = "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\na = 1\nb = 2\n\
            [node name=\"B\" type=\"Node\" parent=\".\"]\nc = 3\n[node name=\"C\" type=\"Node\" parent=\".\"]\nd = 4\n";
        let survey = Survey::new(Source::new("t", text), [2]);
        assert_eq!((survey.sections(), survey.properties()), (4, 4));
        assert_eq!(survey.section(2).properties().len(), 1);
        assert_eq!(survey.section(2).text_field("name").as_deref(), Some("B"));
        assert!(survey.section(3).properties().is_empty());
        let broken = Survey::new(Source::new("t", "[gd_scene]\n[node name=\"A\"]\na = 1 2\nb = (\n"), []);
        assert_eq!(broken.problems().len(), 2);
    }
}
