//! Messages of `WebKitGTK`'s inspector server: a name, and parameters as a `GVariant`.
//!
//! The decision: this module writes and reads the five messages that are needed, and is not a general reader of the format.
//! Sources: `SocketConnection` and `RemoteInspectorServer` of `WebKit`'s tree define the messages, and the `GVariant`
//! Specification (<https://docs.gtk.org/glib/struct.Variant.html>) the encoding: fixed numbers at multiples of their
//! size, a text with a zero byte after it, and a last member without its length.

use std::ops::Range;

/// Bytes before the body of a message: its length, and a flag for the byte order.
pub(super) const HEAD: usize = 5;
const LITTLE_ENDIAN: u8 = 1;
/// The browser's process is the first that connects to its own server.
const BROWSER: u64 = 1;
/// The first thing that can be inspected in it is the page of its first window.
const PAGE: u64 = 1;
/// A number that nothing to be inspected has.
const NOBODY: u64 = 0x7fff_ffff;

fn frame(name: &str, parameters: &[&[u8]]) -> Vec<u8> {
    let length = name.len() + 1 + parameters.iter().map(|part| part.len()).sum::<usize>();
    // Sent messages are bounded far below this.
    let header = u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    let mut frame = Vec::with_capacity(HEAD + length);
    frame.extend_from_slice(&header);
    frame.push(LITTLE_ENDIAN);
    frame.extend_from_slice(name.as_bytes());
    frame.push(0);
    for part in parameters {
        frame.extend_from_slice(part);
    }
    frame
}

/// Becomes the inspector of the browser. The hash covers the commands that we know, which is none.
pub(super) fn introduce() -> Vec<u8> {
    frame("SetupInspectorClient", &[&[0]])
}

/// Begins to inspect the page.
pub(super) fn inspect() -> Vec<u8> {
    frame("Setup", &[&BROWSER.to_le_bytes(), &PAGE.to_le_bytes()])
}

/// Sends a message of the inspector's protocol to the page.
pub(super) fn send(message: &str) -> Vec<u8> {
    frame("SendMessageToBackend", &[&BROWSER.to_le_bytes(), &PAGE.to_le_bytes(), message.as_bytes(), &[0]])
}

/// Has no answer. See `stream.rs`.
pub(super) fn nudge() -> Vec<u8> {
    frame("FrontendDidClose", &[&BROWSER.to_le_bytes(), &NOBODY.to_le_bytes()])
}

/// The length of the body of the frame that `bytes` begins with, once its head is there.
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    let head: [u8; 4] = bytes.get(..4)?.try_into().ok()?;
    bytes.get(HEAD - 1)?;
    usize::try_from(u32::from_be_bytes(head)).ok()
}

/// Returns the range of the inspector protocol's message within `body`, if `body` has one of the page.
pub(super) fn message(body: &[u8]) -> Option<Range<usize>> {
    const NAME: &[u8] = b"SendMessageToFrontend\0";
    let parameters = body.strip_prefix(NAME)?;
    let number = |at: usize| {
        let bytes: [u8; 8] = parameters.get(at..at + 8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    };
    if (number(0)?, number(8)?) != (BROWSER, PAGE) || parameters.last() != Some(&0) {
        return None;
    }
    let (start, end) = (NAME.len() + 16, body.len() - 1);
    (start <= end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_a_length_flags_a_name_and_parameters() {
        let frame = send("{}");
        let (head, body) = frame.split_at(HEAD);
        assert_eq!(head, [0, 0, 0, 40, 1]);
        assert_eq!(length(&frame), Some(body.len()));
        let mut expected = b"SendMessageToBackend\0".to_vec();
        expected.extend([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend(b"{}\0");
        assert_eq!(body, expected);
    }

    #[test]
    fn only_a_message_of_the_page_is_one() {
        let frame = |name: &str, from: u64, target: u64, text: &[u8]| {
            frame(name, &[&from.to_le_bytes(), &target.to_le_bytes(), text])[HEAD..].to_vec()
        };
        let body = frame("SendMessageToFrontend", 1, 1, b"{\"id\":1}\0");
        assert_eq!(message(&body).map(|range| &body[range]), Some(&b"{\"id\":1}"[..]));
        let empty = frame("SendMessageToFrontend", 1, 1, b"\0");
        assert_eq!(message(&empty).map(|range| range.len()), Some(0));
        for body in [
            frame("SendMessageToFrontend", 2, 1, b"{}\0"),
            frame("SendMessageToFrontend", 1, 2, b"{}\0"),
            frame("SendMessageToFrontend", 1, 1, b"{}"),
            frame("SetTargetList", 1, 1, b"{}\0"),
            frame("SendMessageToFrontend", 1, 1, b""),
            b"SendMessageToFrontend\0\x01\0\0".to_vec(),
            b"SendMessageToFrontend".to_vec(),
            Vec::new(),
        ] {
            assert_eq!(message(&body), None, "{body:?}");
        }
    }

    #[test]
    fn a_head_that_breaks_off_has_no_length() {
        assert_eq!(length(&[]), None);
        assert_eq!(length(&[0, 0, 0, 1]), None);
        assert_eq!(length(&[0, 0, 1, 0, 1]), Some(256));
    }
}
