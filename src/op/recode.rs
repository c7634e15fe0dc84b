use super::{Layer, Note, Operation, OperationKind, Refusal};
use crate::tile::{Encoding, Spelling};

pub(super) const KIND: OperationKind = OperationKind {
    flag: "recode",
    value: "SPELLING",
    help: "Write the buffers as decimal numbers, as base64, as rows (one cell a line, for reviews and git), \
           or the whole file as the engine would",
    parse: |text| {
        Ok(Box::new(match text {
            "decimal" => Recode::Decimal,
            "base64" => Recode::Base64,
            "rows" => Recode::Rows,
            "engine" => Recode::Engine,
            _ => return Err(format!("`{text}` is no spelling; there are decimal, base64, rows and engine")),
        }))
    },
};

/// How buffers are to be spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recode {
    /// Numbers.
    Decimal,
    /// base64; the ints of a TileMap never are.
    Base64,
    /// One record a line.
    Rows,
    /// What the engine would write, for every byte array of the file and its header.
    Engine,
}

impl Operation for Recode {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        for layer in layers {
            let ints = layer.spelling.is_ints();
            let encoding = match self {
                Recode::Base64 if !ints => Encoding::Base64,
                Recode::Rows => Encoding::Rows,
                Recode::Decimal | Recode::Base64 => Encoding::Decimal,
                Recode::Engine if layer.spelling.encoding == Encoding::Rows || ints => Encoding::Decimal,
                Recode::Engine => layer.spelling.encoding,
            };
            layer.spelling =
                Spelling::engine(if ints { "PackedInt32Array" } else { "PackedByteArray" }, encoding);
        }
        Ok(Vec::new())
    }

    fn whole_file(&self) -> bool {
        *self == Recode::Engine
    }
}
