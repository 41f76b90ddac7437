//! The ways in which a site names its manifest, and the headers that it is served with.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The media type of a manifest, for the header `Content-Type`.
pub const MEDIA_TYPE: &str = "text/markdown; charset=utf-8";

/// The usual path of a manifest.
pub const PATH: &str = "/webagents.md";

/// Returns the tag for the `<head>` of a page that names its manifest.
///
/// ```
/// use webagents_site::meta_tag;
/// assert_eq!(meta_tag("/webagents.md"), r#"<meta name="webagents-md" content="/webagents.md">"#);
/// assert_eq!(meta_tag("/a?b&\"c"), r#"<meta name="webagents-md" content="/a?b&amp;&quot;c">"#);
/// ```
pub fn meta_tag(path: &str) -> String {
    let mut out = String::from(r#"<meta name="webagents-md" content=""#);
    for c in path.trim().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A URL has no line breaks: browsers remove them.
            '\n' | '\r' | '\t' => {}
            c => out.push(c),
        }
    }
    out.push_str("\">");
    out
}

/// The value of the header `Link` that a page names its manifest with.
///
/// Characters that a URL reference cannot hold are percent-encoded.
///
/// ```
/// use webagents_site::link_header;
/// assert_eq!(link_header("/webagents.md"), r#"</webagents.md>; rel="webagents-md""#);
/// assert_eq!(link_header("/a b>c"), r#"</a%20b%3Ec>; rel="webagents-md""#);
/// ```
pub fn link_header(path: &str) -> String {
    let mut out = String::from("<");
    for byte in path.trim().bytes() {
        match byte {
            b'\n' | b'\r' | b'\t' => {}
            b'<' | b'>' | b'"' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0..=b' ' | 0x7f.. => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
            byte => out.push(char::from(byte)),
        }
    }
    out.push_str(">; rel=\"webagents-md\"");
    out
}

/// The value of the header `ETag` for a manifest's text.
///
/// It is a strong validator that depends on the bytes alone.
///
/// ```
/// use webagents_site::etag;
/// assert_eq!(etag("# Shop\n"), etag("# Shop\n"));
/// assert_ne!(etag("# Shop\n"), etag("# Shop"));
/// ```
pub fn etag(markdown: &str) -> String {
    let hash = Sha256::digest(markdown);
    let mut out = String::from("\"");
    for byte in &hash[..16] {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
    out.push('"');
    out
}
