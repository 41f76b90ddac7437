// @ts-check
// TextEncoder and TextDecoder (Encoding Standard), and base64 texts.
(native, realm) => {
  'use strict';
  const { define } = realm;
  const { apply } = Reflect;
  const { toWellFormed } = String.prototype;
  const { fromCharCode } = String;
  const { isView } = ArrayBuffer;
  // Bytes that become characters at a time: each is an argument of a call.
  const CHUNK = 4096;

  const bytesOf = (input, name) => {
    if (isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    if (input instanceof ArrayBuffer) return new Uint8Array(input);
    throw new TypeError(`${name}: expected an ArrayBuffer or a view of one`);
  };
  // One character for each byte.
  const characters = (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += CHUNK) {
      text += apply(fromCharCode, undefined, bytes.subarray(at, at + CHUNK));
    }
    return text;
  };

  define(
    globalThis,
    'TextEncoder',
    class TextEncoder {
      get encoding() {
        return 'utf-8';
      }
      encode(text = '') {
        return native.utf8(apply(toWellFormed, `${text}`, []));
      }
      encodeInto(text, target) {
        if (!(target instanceof Uint8Array)) throw new TypeError('TextEncoder.encodeInto: expected a Uint8Array');
        const bytes = this.encode(text);
        let written = Math.min(bytes.length, target.length);
        while (written < bytes.length && (bytes[written] & 0xc0) === 0x80) written -= 1;
        target.set(bytes.subarray(0, written));
        let read = 0;
        // A byte that begins four makes two code units; bytes that continue make none.
        for (let at = 0; at < written; at += 1) {
          if ((bytes[at] & 0xc0) !== 0x80) read += bytes[at] >= 0xf0 ? 2 : 1;
        }
        return { read, written };
      }
    },
  );

  let last = 0;
  define(
    globalThis,
    'TextDecoder',
    class TextDecoder {
      #id = (last += 1);
      #encoding;
      #fatal;
      #ignoreBOM;
      constructor(label = 'utf-8', options = {}) {
        const encoding = native.encoding(apply(toWellFormed, `${label}`, []));
        if (encoding === undefined) throw new RangeError(`TextDecoder: no encoding has the label ${label}`);
        this.#encoding = encoding;
        this.#fatal = !!options?.fatal;
        this.#ignoreBOM = !!options?.ignoreBOM;
      }
      get encoding() {
        return this.#encoding;
      }
      get fatal() {
        return this.#fatal;
      }
      get ignoreBOM() {
        return this.#ignoreBOM;
      }
      decode(input, options = {}) {
        const text = input === undefined ? '' : characters(bytesOf(input, 'TextDecoder.decode'));
        const mode = (this.#fatal ? 1 : 0) | (this.#ignoreBOM ? 2 : 0) | (options?.stream ? 4 : 0);
        const decoded = native.decode(this.#id, this.#encoding, mode, text);
        if (decoded === undefined) throw new TypeError(`TextDecoder.decode: the bytes are not ${this.#encoding}`);
        return decoded;
      }
    },
  );

  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const valueOf = { __proto__: null };
  for (let at = 0; at < 64; at += 1) valueOf[ALPHABET[at]] = at;
  const refuse = (message) => {
    throw new DOMException(message, 'InvalidCharacterError');
  };
  define(globalThis, 'btoa', function btoa(value) {
    const text = `${value}`;
    let encoded = '';
    for (let at = 0; at < text.length; at += 3) {
      let bits = 0;
      for (let next = at; next < at + 3; next += 1) {
        const code = next < text.length ? text.charCodeAt(next) : 0;
        if (code > 255) refuse('btoa: the text has a character above U+00FF; encode it with TextEncoder first');
        bits = (bits << 8) | code;
      }
      encoded += ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63];
      encoded += at + 1 < text.length ? ALPHABET[(bits >> 6) & 63] : '=';
      encoded += at + 2 < text.length ? ALPHABET[bits & 63] : '=';
    }
    return encoded;
  });
  define(globalThis, 'atob', function atob(value) {
    let text = `${value}`.replace(/[\t\n\f\r ]+/g, '');
    if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
    if (text.length % 4 === 1) refuse('atob: the text is not base64');
    const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
    let bits = 0,
      written = 0;
    for (let at = 0; at < text.length; at += 1) {
      const six = valueOf[text[at]];
      if (six === undefined) refuse('atob: the text is not base64');
      bits = ((bits << 6) | six) & 0xffffff;
      // Each character but the first of four completes a byte.
      if (at % 4 > 0) bytes[written++] = (bits >> (6 - (at % 4) * 2)) & 0xff;
    }
    return characters(bytes);
  });
};
