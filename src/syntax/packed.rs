//! The constructors of the format: their names (old spellings too), and what may stand in their brackets.

/// What stands between the brackets of a constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// So many numbers.
    Numbers(u8),
    /// Any count of numbers.
    List,
    /// Any count of numbers, or one base64 string.
    Bytes,
    /// Any count of strings; a comma may end them.
    Strings,
    /// One string.
    Path,
    /// Nothing, or one number.
    Rid,
    /// Nothing.
    Nothing,
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $variant:ident $shape:expr, $name:literal $(, $old:literal)*;)*) => {
        /// A constructor of the text format, by the name that Godot 4 gives it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Constructor { $($(#[$doc])* $variant),* }

        impl Constructor {
            /// By any name that the engine reads.
            pub fn by_name(name: &[u8]) -> Option<Self> {
                Some(match name {
                    $($(#[$doc])* x if x == $name.as_bytes() $(|| x == $old.as_bytes())* => Constructor::$variant,)*
                    _ => return None,
                })
            }

            /// As the engine writes it today.
            pub fn name(self) -> &'static str {
                match self { $(Constructor::$variant => $name),* }
            }

            /// What it takes.
            pub fn shape(self) -> Shape {
                use Shape::*;
                match self { $(Constructor::$variant => $shape),* }
            }
        }
    };
}

constructors! {
    PackedByteArray Bytes, "PackedByteArray", "PoolByteArray", "ByteArray";
    PackedInt32Array List, "PackedInt32Array", "PackedIntArray", "PoolIntArray", "IntArray";
    Vector2 Numbers(2), "Vector2";
    Vector2i Numbers(2), "Vector2i";
    Color Numbers(4), "Color";
    NodePath Path, "NodePath";
    Rect2 Numbers(4), "Rect2";
    Rect2i Numbers(4), "Rect2i";
    PackedVector2Array List, "PackedVector2Array", "PoolVector2Array", "Vector2Array";
    PackedStringArray Strings, "PackedStringArray", "PoolStringArray", "StringArray";
    Vector3 Numbers(3), "Vector3";
    Vector3i Numbers(3), "Vector3i";
    Vector4 Numbers(4), "Vector4";
    Vector4i Numbers(4), "Vector4i";
    Plane Numbers(4), "Plane";
    Quaternion Numbers(4), "Quaternion", "Quat";
    Transform2D Numbers(6), "Transform2D", "Matrix32";
    Aabb Numbers(6), "AABB", "Rect3";
    Basis Numbers(9), "Basis", "Matrix3";
    Transform3D Numbers(12), "Transform3D", "Transform";
    Projection Numbers(16), "Projection";
    PackedInt64Array List, "PackedInt64Array";
    PackedFloat32Array List, "PackedFloat32Array", "PackedRealArray", "PoolRealArray", "FloatArray";
    PackedFloat64Array List, "PackedFloat64Array";
    PackedVector3Array List, "PackedVector3Array", "PoolVector3Array", "Vector3Array";
    PackedVector4Array List, "PackedVector4Array", "PoolVector4Array", "Vector4Array";
    PackedColorArray List, "PackedColorArray", "PoolColorArray", "ColorArray";
    Rid Rid, "RID";
    Signal Nothing, "Signal";
    Callable Nothing, "Callable";
}
