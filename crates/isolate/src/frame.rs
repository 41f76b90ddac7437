//! The format of the messages between parent and helper.
//!
//! A frame is its kind (one byte), the length of its text in bytes (four bytes, the least significant first) and the
//! text in UTF-8. The decision: no field of a frame is trusted. [`Decoder`] compares the length with its limit before it
//! stores a byte of the text, and its buffer grows with the bytes that arrive, not with the announced length.

/// Bytes before the text of a frame.
const HEADER: usize = 5;

/// Text of the frame [`FrameKind::Ready`] if the kernel filters system calls.
pub(crate) const FILTER: &str = "filter";

/// Exit code of a helper that has no memory left to go on.
pub(crate) const OUT_OF_MEMORY: i32 = 65;

/// Meaning of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum FrameKind {
    /// To the helper: a script of the prelude, as its name, a line feed and its text.
    Script = 1,
    /// To the helper: the code, in the same form. It starts the run.
    Code = 2,
    /// To and from the helper: a message between the prelude and the caller.
    Message = 3,
    /// From the helper: it is restricted and waits for a run. The text names the restriction.
    Ready = 4,
    /// From the helper: the run is over.
    Done = 5,
    /// From the helper: it cannot start, or the prelude failed. The text is the reason.
    Failed = 6,
    /// From the helper: the kernel does not restrict it, so it ends. The text is the reason.
    Refused = 7,
}

impl FrameKind {
    const ALL: [Self; 7] =
        [Self::Script, Self::Code, Self::Message, Self::Ready, Self::Done, Self::Failed, Self::Refused];

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&kind| kind as u8 == byte)
    }
}

/// One message between parent and helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Meaning of the text.
    pub kind: FrameKind,
    /// Text of the message.
    pub text: String,
}

/// Violation of the format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The first byte of a frame is not the number of a kind.
    #[error("expected the kind of a frame, found byte {0}")]
    Kind(u8),
    /// The announced length exceeds the limit.
    #[error("a frame of {length} bytes is longer than the limit of {limit} bytes")]
    Length {
        /// Announced bytes of the text.
        length: usize,
        /// Maximum bytes of a text.
        limit: usize,
    },
    /// The text is not UTF-8.
    #[error("the text of a frame is not UTF-8")]
    Text,
}

/// Returns the bytes of a frame, or `None` if its text has more bytes than a length can express.
#[must_use]
pub fn encode(kind: FrameKind, text: &str) -> Option<Vec<u8>> {
    let length = u32::try_from(text.len()).ok()?;
    let mut bytes = Vec::with_capacity(HEADER + text.len());
    bytes.push(kind as u8);
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.as_bytes());
    Some(bytes)
}

/// Reader of frames from bytes that arrive in parts of any size.
#[derive(Debug)]
pub struct Decoder {
    buffer: Vec<u8>,
    /// Number of bytes of the buffer that belong to frames that were returned.
    read: usize,
    limit: usize,
}

impl Decoder {
    /// Creates a reader of frames whose texts have at most `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { buffer: Vec::new(), read: 0, limit }
    }

    /// Adds bytes that arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.read > 0 {
            self.buffer.drain(..self.read);
            self.read = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next frame, or `None` until all of its bytes are there.
    ///
    /// After an error the rest of the bytes has no meaning; the error is returned again.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, FrameError> {
        let bytes = self.buffer.get(self.read..).unwrap_or_default();
        let Some((&[kind, ref length @ ..], rest)) = bytes.split_first_chunk::<HEADER>() else {
            let wrong = bytes.first().filter(|&&byte| FrameKind::from_byte(byte).is_none());
            return wrong.map_or(Ok(None), |&byte| Err(FrameError::Kind(byte)));
        };
        let kind = FrameKind::from_byte(kind).ok_or(FrameError::Kind(kind))?;
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > self.limit {
            return Err(FrameError::Length { length, limit: self.limit });
        }
        let Some(text) = rest.get(..length) else {
            // The buffer doubles, but never beyond the frame.
            let missing = length - rest.len();
            if self.read == 0 && missing < self.buffer.len() {
                self.buffer.reserve_exact(missing);
            }
            return Ok(None);
        };
        let text = std::str::from_utf8(text).map_err(|_| FrameError::Text)?;
        self.read += HEADER + length;
        if self.read < self.buffer.len() {
            return Ok(Some(Frame { kind, text: text.to_owned() }));
        }
        // The last frame of the buffer takes its memory, so that a long text is not there twice.
        let mut bytes = std::mem::take(&mut self.buffer);
        bytes.drain(..std::mem::take(&mut self.read) - length);
        let text = String::from_utf8(bytes).map_err(|_| FrameError::Text)?;
        Ok(Some(Frame { kind, text }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames(decoder: &mut Decoder) -> Result<Vec<Frame>, FrameError> {
        std::iter::from_fn(|| decoder.next_frame().transpose()).collect()
    }

    #[test]
    fn violations_are_errors() {
        let cases: [(&[u8], FrameError); 5] = [
            (&[0], FrameError::Kind(0)),
            (&[8, 0, 0, 0, 0], FrameError::Kind(8)),
            (b"a line without end ", FrameError::Kind(b'a')),
            (&[3, 9, 0, 0, 0], FrameError::Length { length: 9, limit: 8 }),
            (&[3, 2, 0, 0, 0, 0xff, 0xfe], FrameError::Text),
        ];
        for (bytes, error) in cases {
            let mut decoder = Decoder::new(8);
            decoder.push(bytes);
            assert_eq!(decoder.next_frame(), Err(error.clone()));
            assert_eq!(decoder.next_frame(), Err(error));
        }
    }

    proptest! {
        #[test]
        fn frames_survive_any_splitting(
            texts in prop::collection::vec((0..7usize, ".{0,40}"), 0..8), part in 1..50usize,
        ) {
            let sent: Vec<Frame> =
                texts.into_iter().map(|(kind, text)| Frame { kind: FrameKind::ALL[kind], text }).collect();
            let bytes: Vec<u8> =
                sent.iter().flat_map(|frame| encode(frame.kind, &frame.text).unwrap()).collect();
            let mut decoder = Decoder::new(1024);
            let mut received = Vec::new();
            for part in bytes.chunks(part) {
                decoder.push(part);
                received.extend(frames(&mut decoder).unwrap());
            }
            prop_assert_eq!(received, sent);
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(0..12u8, 0..200), part in 1..50usize) {
            let mut decoder = Decoder::new(16);
            for part in bytes.chunks(part) {
                decoder.push(part);
                if frames(&mut decoder).is_err() {
                    break;
                }
                prop_assert!(decoder.buffer.len() <= HEADER + 16 + part.len());
            }
        }
    }
}
