//! Rows of fields between commas, tabs or blanks, as people and programs write tables.
//!
//! A field may stand in double quotes, a quote inside is doubled, and then hold anything. Blank lines
//! and lines that start with `#` are skipped. What separates the fields is decided by the first line
//! that has any: a comma if it has one, else a tab, else blanks.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1, take_while};
use nom::character::complete::{char, line_ending};
use nom::combinator::{eof, opt, recognize, value, verify};
use nom::multi::{fold_many0, many0_count};
use nom::sequence::delimited;
use nom::{Input, Parser};

use super::located::{Fault, Located, Mistake, Parsed};

/// What stands between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Comma,
    Tab,
    Blanks,
}

/// A field and its place.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    /// Without quotes, and without blanks around it if it had none.
    pub text: Cow<'a, str>,
    at: Located<'a>,
}

/// A line with at least one field.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    pub fields: Vec<Field<'a>>,
    end: Located<'a>,
}

/// The rows of a text, one after the other; the first mistake in the quotes ends them.
pub(crate) struct Rows<'a> {
    rest: Located<'a>,
    separator: Separator,
    failed: bool,
}

impl Field<'_> {
    /// Something wrong with this field.
    pub fn mistake(&self, message: impl Into<String>) -> Mistake {
        Mistake::at(&self.at, message)
    }
}

impl Row<'_> {
    /// Something that is missing behind the last field.
    pub fn mistake_at_end(&self, message: impl Into<String>) -> Mistake {
        Mistake::at(&self.end, message)
    }
}

impl<'a> Rows<'a> {
    /// A byte order mark was taken off before.
    pub fn new(text: &'a [u8]) -> Self {
        let mut rows = Rows { rest: Located::new(text), separator: Separator::Blanks, failed: false };
        rows.skip_blank();
        let line = unquoted_part(rows.rest.fragment());
        rows.separator = match (line.contains(&b','), line.contains(&b'\t')) {
            (true, _) => Separator::Comma,
            (_, true) => Separator::Tab,
            _ => Separator::Blanks,
        };
        rows
    }

    /// Past blank lines and comments.
    fn skip_blank(&mut self) {
        if let Ok((rest, _)) = many0_count(skipped_line).parse_complete(self.rest) {
            self.rest = rest;
        }
    }
}

/// A line of blanks or a comment; never nothing at all.
fn skipped_line(input: Located<'_>) -> Parsed<'_, Located<'_>> {
    let comment = (char('#'), take_till(|byte| byte == b'\n'));
    let line = (take_while(is_blank), opt(comment), alt((line_ending, eof)));
    verify(recognize(line), |line: &Located<'_>| !line.is_empty()).parse_complete(input)
}

impl<'a> Iterator for Rows<'a> {
    type Item = Result<Row<'a>, Mistake>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blank();
        if self.failed || self.rest.is_empty() {
            return None;
        }
        match row(self.rest, self.separator) {
            Ok((rest, row)) => {
                self.rest = rest;
                Some(Ok(row))
            }
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                self.failed = true;
                Some(Err(fault.into()))
            }
            Err(nom::Err::Incomplete(_)) => unreachable!("all parsers are complete ones"),
        }
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The first line without what stands in quotes.
fn unquoted_part(text: &[u8]) -> Vec<u8> {
    let mut inside = false;
    let mut line = Vec::new();
    for &byte in text {
        match byte {
            b'"' => inside = !inside,
            b'\n' if !inside => break,
            _ if !inside => line.push(byte),
            _ => {}
        }
    }
    line.trim_ascii().to_vec()
}

fn row(input: Located<'_>, separator: Separator) -> Parsed<'_, Row<'_>> {
    let mut fields = Vec::new();
    let mut rest = input;
    loop {
        let (behind, field) = field(rest, separator)?;
        fields.push(field);
        let (behind, more) = between(behind, separator)?;
        if !more {
            let (next, _) =
                alt((line_ending, eof)).parse_complete(behind).map_err(|_: nom::Err<Fault<'_>>| {
                    nom::Err::Failure(Fault {
                        at: behind,
                        expected: "a separator or a line end behind the quote",
                    })
                })?;
            return Ok((next, Row { fields, end: behind }));
        }
        rest = behind;
    }
}

/// Past what separates two fields; `false` if none does.
fn between(input: Located<'_>, separator: Separator) -> Parsed<'_, bool> {
    let spaces = || take_while(|byte| byte == b' ');
    match separator {
        Separator::Comma => {
            alt((value(true, (take_while(is_blank), char(','))), value(false, take_while(is_blank))))
                .parse_complete(input)
        }
        Separator::Tab => {
            alt((value(true, (spaces(), char('\t'))), value(false, spaces()))).parse_complete(input)
        }
        Separator::Blanks => {
            let (rest, blanks) = take_while(is_blank).parse_complete(input)?;
            let end = matches!(rest.first(), None | Some(b'\n')) || rest.starts_with(b"\r\n");
            Ok((rest, !blanks.is_empty() && !end))
        }
    }
}

fn field(input: Located<'_>, separator: Separator) -> Parsed<'_, Field<'_>> {
    let blank = move |byte| byte == b' ' || (byte == b'\t' && separator != Separator::Tab);
    let (start, _) = take_while(blank).parse_complete(input)?;
    if start.starts_with(b"\"") {
        return quoted(start);
    }
    let stop = move |byte| match (separator, byte) {
        (_, b'\n') | (Separator::Comma, b',') | (Separator::Tab, b'\t') => true,
        (Separator::Blanks, byte) => is_blank(byte),
        _ => false,
    };
    let (_, text) = take_till(stop).parse_complete(start)?;
    // The carriage return of the line end, and blanks in front of the separator, are no part of it.
    let length = text.trim_ascii_end().len();
    let (rest, text) = start.take_split(length);
    Ok((rest, Field { text: String::from_utf8_lossy(text.into_fragment()), at: start }))
}

/// `"…"`, a quote inside doubled.
fn quoted(input: Located<'_>) -> Parsed<'_, Field<'_>> {
    let plain = take_till1(|byte| byte == b'"');
    let doubled = tag(&b"\"\""[..]);
    let inner = fold_many0(alt((plain, doubled)), Vec::new, |mut text: Vec<u8>, part: Located<'_>| {
        text.extend_from_slice(part.strip_prefix(b"\"").unwrap_or(&part));
        text
    });
    let (rest, text) =
        delimited(char('"'), inner, char('"')).parse_complete(input).map_err(|_: nom::Err<Fault<'_>>| {
            nom::Err::Failure(Fault { at: input, expected: "a field whose quote is closed" })
        })?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok((rest, Field { text: Cow::Owned(text), at: input }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let row = |row: Result<Row<'_>, Mistake>| {
            let row = row.unwrap_or_else(|mistake| panic!("{text:?}: {mistake:?}"));
            row.fields.into_iter().map(|field| field.text.into_owned()).collect()
        };
        Rows::new(text.as_bytes()).map(row).collect()
    }

    #[test]
    fn fields_are_found_in_all_three_kinds() {
        let expected = [["1", "-2", "a b"], ["3", "4", "5"]];
        assert_eq!(rows("1,-2,\"a b\"\n3,4,5\n"), expected);
        assert_eq!(rows("\r\n# x\r\n 1 , -2 ,a b \r\n\r\n3,4,5"), expected);
        assert_eq!(rows("1\t-2\ta b\n# y\n3\t4\t5\n#"), expected);
        assert_eq!(rows("  1  -2 \"a b\"\n3\t4 5  \n\n"), expected);
    }

    #[test]
    fn empty_fields_stand_between_separators() {
        assert_eq!(rows("1,,\n,2,"), [["1", "", ""], ["", "2", ""]]);
        assert_eq!(rows("1\t\t\n"), [["1"]], "blanks at the end of the first line decide nothing");
        assert_eq!(rows("1\t2\t\n\t\t3\n"), [["1", "2", ""], ["", "", "3"]]);
        assert_eq!(rows(""), Vec::<Vec<String>>::new());
        assert_eq!(rows("# only this"), Vec::<Vec<String>>::new());
    }

    #[test]
    fn quotes_hold_anything() {
        assert_eq!(rows("\"a,\"\"b\"\"\nc\",1\n2,3"), [["a,\"b\"\nc", "1"], ["2", "3"]]);
        assert_eq!(rows("\"#a\" 1"), [["#a", "1"]]);
    }

    #[test]
    fn places_are_those_of_the_field() {
        let all: Vec<_> = Rows::new("# é\n1,  é,3\n\"é\n\",4\n".as_bytes()).map(Result::unwrap).collect();
        let place = |field: &Field<'_>| {
            let mistake = field.mistake("");
            (mistake.line, mistake.column)
        };
        assert_eq!(all[0].fields.iter().map(place).collect::<Vec<_>>(), [(2, 1), (2, 5), (2, 7)]);
        assert_eq!(all[1].fields.iter().map(place).collect::<Vec<_>>(), [(3, 1), (4, 3)]);
        let end = all[1].mistake_at_end("");
        assert_eq!((end.line, end.column), (4, 4));
    }

    #[test]
    fn quotes_that_go_wrong_are_shown() {
        let mistake = |text: &'static str| {
            let mistake = Rows::new(text.as_bytes()).find_map(Result::err).expect("a mistake");
            (mistake.line, mistake.column)
        };
        assert_eq!(mistake("1,2\n3,\"4\n"), (2, 3));
        assert_eq!(mistake("\"1\"2,3"), (1, 4));
    }
}
