//! Bodies with the content coding `deflate`.
//!
//! It is a zlib stream (RFC 9110, section 8.4.1.2), but some servers send its data without the header of zlib, and
//! browsers read both. The HTTP client reads the first alone, and therefore none.

use flate2::{Decompress, DecompressError, FlushDecompress, Status};

/// Bytes for which space is made at a time.
const STEP: usize = 16 * 1024;

/// Decoder of a body that comes in chunks.
#[derive(Debug, Default)]
pub(crate) struct Inflater {
    /// The first bytes, until they determine which of the two forms it is.
    head: Vec<u8>,
    stream: Option<Decompress>,
    ended: bool,
}

impl Inflater {
    /// Decodes a chunk. Stops once there are `most` bytes or more; then the rest of the chunk is lost.
    pub(crate) fn decode(&mut self, chunk: &[u8], most: usize) -> Result<Vec<u8>, DecompressError> {
        let mut decoded = Vec::new();
        let stream = match &mut self.stream {
            Some(stream) => stream,
            None => {
                self.head.extend_from_slice(chunk);
                let &[first, second, ..] = self.head.as_slice() else { return Ok(decoded) };
                self.stream.insert(Decompress::new(is_zlib(first, second)))
            }
        };
        let held = std::mem::take(&mut self.head);
        let mut rest = if held.is_empty() { chunk } else { held.as_slice() };
        while !self.ended && decoded.len() < most {
            decoded.reserve(STEP.min(most - decoded.len()));
            let (taken, made) = (stream.total_in(), decoded.len());
            let status = stream.decompress_vec(rest, &mut decoded, FlushDecompress::None)?;
            let taken = usize::try_from(stream.total_in() - taken).unwrap_or(usize::MAX);
            rest = rest.get(taken..).unwrap_or_default();
            self.ended = status == Status::StreamEnd;
            if taken == 0 && decoded.len() == made {
                break;
            }
        }
        Ok(decoded)
    }

    /// Returns whether the data are complete. A body without a byte is.
    pub(crate) fn is_complete(&self) -> bool {
        self.ended || self.stream.is_none() && self.head.is_empty()
    }
}

/// Returns whether these are the first bytes of a zlib stream (RFC 1950, section 2.2).
fn is_zlib(first: u8, second: u8) -> bool {
    first & 0x0f == 8 && first >> 4 <= 7 && u16::from_be_bytes([first, second]).is_multiple_of(31)
}

#[cfg(test)]
mod tests {
    use flate2::{Compress, Compression, FlushCompress};

    use super::*;

    fn compressed(text: &[u8], zlib: bool) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 64);
        Compress::new(Compression::fast(), zlib).compress_vec(text, &mut out, FlushCompress::Finish).unwrap();
        out
    }

    #[test]
    fn chunks_of_any_size() {
        let text = "a text that is long enough to be compressed, again and again ".repeat(2000);
        for zlib in [true, false] {
            let body = compressed(text.as_bytes(), zlib);
            for size in [1, 2, 3, 100, body.len()] {
                let mut inflater = Inflater::default();
                let mut decoded = Vec::new();
                for chunk in body.chunks(size) {
                    decoded.extend(inflater.decode(chunk, usize::MAX).unwrap());
                }
                assert!(inflater.is_complete() && decoded == text.as_bytes(), "{zlib} {size}");
            }
            let mut inflater = Inflater::default();
            let few = inflater.decode(&body, 10).unwrap();
            assert!((10..STEP).contains(&few.len()) && !inflater.is_complete(), "{}", few.len());
        }
    }

    #[test]
    fn data_that_are_none() {
        assert!(Inflater::default().is_complete());
        for body in [&b"x"[..], b"no deflate", b"\x78\x9cno zlib", b"\x07\xff"] {
            let mut inflater = Inflater::default();
            let decoded = inflater.decode(body, usize::MAX);
            assert!(decoded.is_err() || !inflater.is_complete(), "{body:?}");
        }
    }
}
