//! A file of HTML and what lies next to it, served on loopback for a browser.
//!
//! A browser keeps pages of `file:` apart from everything, and has no answer for what guards it. So the file is served at a
//! path that nobody can guess, with the regular files of its folder and below, and nothing else: names that begin with a dot
//! and links that lead out of the folder are not there.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Response, StatusCode};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::demo_site::{self, DemoSite};
use crate::exit::Failure;
use crate::file;

/// Bytes of a file that is served.
const FILE_BYTES: usize = 64 * 1024 * 1024;

/// A site that serves one file.
#[derive(Debug)]
pub(crate) struct LocalSite {
    /// The address of the file.
    pub(crate) url: Url,
    _site: DemoSite,
}

/// Serves a file of HTML.
pub(crate) async fn serve(path: &Path) -> Result<LocalSite, Failure> {
    let unreadable = |error: std::io::Error| file::unreadable(&path.display(), &error);
    let path = path.canonicalize().map_err(unreadable)?;
    file::open(&path).map_err(unreadable)?;
    let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let random = || {
        let number = getrandom::u64();
        number.map_err(|error| Failure::usage(format!("the system has no random bytes: {error}")))
    };
    let secret = format!("{:016x}{:016x}", random()?, random()?);
    let page = Arc::new((folder, path, name.clone(), secret.clone()));
    let respond = move |method: &Method, asked: &str| {
        let (folder, path, name, secret) = &*page;
        let found = asked.strip_prefix('/').and_then(|asked| asked.strip_prefix(secret.as_str()));
        let found = found.and_then(|asked| asked.strip_prefix('/')).and_then(|asked| {
            let asked = percent_decode_str(asked).decode_utf8().ok()?;
            if asked == *name { Some(path.clone()) } else { below(folder, &asked) }
        });
        let bytes = found
            .filter(|_| matches!(*method, Method::GET | Method::HEAD))
            .and_then(|found| Some((file::read(&found, FILE_BYTES).ok()?, found)));
        let (status, kind, body) = match bytes {
            Some((bytes, found)) if found == *path => (StatusCode::OK, "text/html", bytes),
            Some((bytes, found)) => (StatusCode::OK, kind(&found), bytes),
            None => (StatusCode::NOT_FOUND, "text/plain", b"There is no such file.\n".to_vec()),
        };
        let mut response = Response::new(Full::new(Bytes::from(body)));
        *response.status_mut() = status;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        response
    };
    let site = demo_site::serve_with(Arc::new(respond)).await;
    let site = site.map_err(|error| Failure::usage(format!("cannot serve {name} to a browser: {error}")))?;
    let mut url = Url::parse(&site.url).map_err(|error| Failure::usage(format!("{}: {error}", site.url)))?;
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.clear().push(&secret).push(&name);
    }
    Ok(LocalSite { url, _site: site })
}

/// The file of a relative path below a folder.
fn below(folder: &Path, asked: &str) -> Option<PathBuf> {
    let asked = Path::new(asked);
    let is_plain = asked.components().all(|part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    });
    let path = is_plain.then(|| folder.join(asked))?.canonicalize().ok()?;
    let is_hidden = path
        .strip_prefix(folder)
        .ok()?
        .components()
        .any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."));
    (!is_hidden).then_some(path)
}

/// The media type that a browser needs to use a file.
fn kind(path: &Path) -> &'static str {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref().unwrap_or_default() {
        "html" | "htm" | "xhtml" => "text/html",
        "js" | "mjs" => "text/javascript",
        "css" => "text/css",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_are_served() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let inner = root.join("inner");
        std::fs::create_dir(&inner).unwrap();
        for name in ["inner/a.js", "inner/.secret", "outside"] {
            std::fs::write(root.join(name), "x").unwrap();
        }
        std::os::unix::fs::symlink(root.join("outside"), inner.join("link")).unwrap();
        assert_eq!(below(&inner, "a.js"), Some(inner.join("a.js")));
        for asked in ["../outside", "/etc/passwd", ".secret", "link", "./a.js/..", "", "nothing"] {
            assert_ne!(
                below(&inner, asked).filter(|path| path.is_file()).as_deref(),
                Some(root.join("outside").as_path())
            );
            assert!(below(&inner, asked).is_none_or(|path| path.is_dir()), "{asked}");
        }
    }
}
