//! A picture as a PNG file.

use std::io;

use crate::report::Picture;

/// The bytes of the file: one byte a pixel, with a palette, which is small and the same on every machine.
pub(super) fn png(picture: &Picture) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(Picture::palette().concat());
    // The first colour alone is transparent.
    encoder.set_trns(vec![0]);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&picture.pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::{CellDiff, LayerDiff};
    use crate::report::{MapCell, diff_picture};
    use crate::tile::Cell;

    /// Width, height, and red, green, blue and opacity of each pixel.
    fn decode(bytes: &[u8]) -> (u32, u32, Vec<[u8; 4]>) {
        let mut decoder = png::Decoder::new(io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        (info.width, info.height, pixels.chunks(4).map(|pixel| pixel.try_into().unwrap()).collect())
    }

    #[test]
    fn the_file_holds_the_colours_of_the_cells() {
        let cell = |x, y, source| Cell { x, y, source, atlas_x: 0, atlas_y: 0, alternative: 0 };
        let layer = LayerDiff {
            node: None,
            layer: None,
            resource: None,
            label: "L".into(),
            cells: CellDiff {
                added: vec![cell(-1, 0, 0)],
                removed: vec![cell(0, 0, 0)],
                changed: vec![(cell(0, 1, 0), cell(0, 1, 1))],
            },
            old: false,
            counts: (2, 2),
        };
        let picture = diff_picture(&[&layer]);
        let (width, height, pixels) = decode(&png(&picture).unwrap());
        assert_eq!((width, height), (picture.width, picture.height));
        let size = width / 2;
        assert!(size >= 4 && height == 2 * size);
        let places = [[MapCell::Added, MapCell::Removed], [MapCell::Same, MapCell::Changed]];
        for (index, pixel) in pixels.iter().enumerate() {
            let (x, y) = (index as u32 % width, index as u32 / width);
            let [red, green, blue] = places[(y / size) as usize][(x / size) as usize].colour();
            assert_eq!(*pixel, [red, green, blue, 255], "at {x}, {y}");
        }
    }

    #[test]
    fn no_difference_is_one_transparent_pixel() {
        let (width, height, pixels) = decode(&png(&diff_picture(&[])).unwrap());
        assert_eq!((width, height, pixels[0][3]), (1, 1, 0));
    }
}
