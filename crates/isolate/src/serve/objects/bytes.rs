//! Native functions over bytes: encodings, and random values.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use encoding_rs::{Decoder, DecoderResult, Encoding, REPLACEMENT};
use rquickjs::function::Func;
use rquickjs::{CString, Ctx, Exception, Object, Result, TypedArray};

/// Bits of the mode of a decoder, as `text.js` has them.
const FATAL: u8 = 1;
const IGNORE_BOM: u8 = 2;
const STREAM: u8 = 4;

/// Decoders that wait for more bytes, by the number of their `TextDecoder`.
type Decoders = Rc<RefCell<HashMap<u32, Decoder>>>;

/// Adds the functions to the native object.
pub(super) fn install<'js>(native: &Object<'js>) -> Result<()> {
    let decoders = Decoders::default();
    let decode = move |id: u32, label: String, mode: u8, characters: String| {
        decode(&decoders, id, &label, mode, &characters)
    };
    native.set("random", Func::from(random))?;
    native.set("utf8", Func::from(|ctx: Ctx<'js>, text: CString<'js>| utf8(ctx, &text)))?;
    native.set("encoding", Func::from(|label: String| encoding_name(&label)))?;
    native.set("decode", Func::from(decode))
}

/// Returns random bytes of the operating system.
fn random(ctx: Ctx<'_>, count: usize) -> Result<TypedArray<'_, u8>> {
    let mut bytes = vec![0; count];
    if getrandom::fill(&mut bytes).is_err() {
        return Err(Exception::throw_message(&ctx, "the system has no random bytes"));
    }
    TypedArray::new(ctx, bytes)
}

/// Returns the bytes of a well-formed text.
fn utf8<'js>(ctx: Ctx<'js>, text: &CString<'js>) -> Result<TypedArray<'js, u8>> {
    TypedArray::new_copy(ctx, AsRef::<[u8]>::as_ref(text))
}

/// Returns the name of the encoding with a label.
fn encoding_name(label: &str) -> Option<String> {
    let encoding = Encoding::for_label(label.as_bytes()).filter(|&encoding| encoding != REPLACEMENT)?;
    Some(encoding.name().to_ascii_lowercase())
}

/// Decodes bytes, each of which is a character.
///
/// It returns `None` if they are malformed and the mode is fatal.
fn decode(decoders: &Decoders, id: u32, label: &str, mode: u8, characters: &str) -> Option<String> {
    let encoding = Encoding::for_label(label.as_bytes())?;
    let bytes: Vec<u8> = characters.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
    let begin = || match mode & IGNORE_BOM {
        0 => encoding.new_decoder_with_bom_removal(),
        _ => encoding.new_decoder_without_bom_handling(),
    };
    let mut decoder = decoders.borrow_mut().remove(&id).unwrap_or_else(begin);
    let last = mode & STREAM == 0;
    let mut text = String::new();
    if mode & FATAL == 0 {
        text.reserve(decoder.max_utf8_buffer_length(bytes.len())?);
        let _ = decoder.decode_to_string(&bytes, &mut text, last);
    } else {
        text.reserve(decoder.max_utf8_buffer_length_without_replacement(bytes.len())?);
        let (result, _) = decoder.decode_to_string_without_replacement(&bytes, &mut text, last);
        if matches!(result, DecoderResult::Malformed(..)) {
            return None;
        }
    }
    if !last {
        decoders.borrow_mut().insert(id, decoder);
    }
    Some(text)
}
