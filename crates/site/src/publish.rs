//! The ways in which a site names its manifest, and the headers that it is served with.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Media type of a manifest, for the header `Content-Type` of the response that serves it.
pub const MEDIA_TYPE: &str = "text/markdown; charset=utf-8";

/// URL path at which a site's manifest is by convention.
pub const PATH: &str = "/webagents.md";

/// Returns the HTML of a `<meta>` tag that names `path` as the URL of the site's manifest.
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

/// Returns the value of a header `Link` that names `path` as the URL of the site's manifest.
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

/// Returns the value of the header `ETag` for a response that serves the manifest `markdown`.
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
