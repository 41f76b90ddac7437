//! A shop on axum that declares its tools from its own types.
//!
//! `cargo run -p webagents-site --features schemars --example server` serves it on <http://127.0.0.1:3000/>.
//! The tools are functions of the page, which call the same handlers that the shop's own buttons call.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::Query;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webagents_site::{BuildError, ManifestBuilder, ToolBuilder, etag, link_header, meta_tag, to_markdown};

/// Arguments of a search.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Search {
    /// Words of the title.
    query: String,
    /// Greatest number of results.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
}

fn ten() -> u32 {
    10
}

/// A book of the shop.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Book {
    /// Its number in the shop.
    id: u32,
    /// Its title.
    title: &'static str,
    /// Its price in cents.
    price: u32,
}

const BOOKS: [Book; 3] = [
    Book { id: 1, title: "The Sea Wall", price: 1_200 },
    Book { id: 2, title: "Sea Shells", price: 900 },
    Book { id: 3, title: "Mountains", price: 2_150 },
];

/// The manifest, written once.
fn manifest() -> Result<String, BuildError> {
    let search = ToolBuilder::new("searchBooks")?
        .with_description("Searches the shop's books by title.")
        .with_params_of::<Search>()?
        .with_returns_of::<Vec<Book>>()?
        .with_sample("const books = await global.searchBooks(\"sea\");")
        .with_read_only(true);
    let manifest = ManifestBuilder::new("Book shop")
        .with_description("Sells books about the sea.")
        .with_tool(search)
        .with_section("Important", "Prices are in cents.")
        .build()?;
    Ok(to_markdown(&manifest))
}

static MANIFEST: LazyLock<Option<String>> = LazyLock::new(|| manifest().ok());

/// The manifest, with a validator so that agents need not fetch it twice.
async fn serve_manifest(request: HeaderMap) -> Response {
    let Some(text) = MANIFEST.as_deref() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let tag = etag(text);
    let headers = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "public, max-age=300".to_owned())];
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known == "*" || known.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, webagents_site::MEDIA_TYPE)], text).into_response()
}

/// The page, which names the manifest in a tag and in a header.
async fn serve_page() -> impl IntoResponse {
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Book shop</title>\n{}\n\
         <script>\nglobalThis.searchBooks = async (query, limit = 10) => {{\n  \
         const answer = await fetch(`/api/books?query=${{encodeURIComponent(query)}}&limit=${{limit}}`);\n  \
         if (!answer.ok) throw new Error(`the search failed: ${{answer.status}}`);\n  \
         return await answer.json();\n}};\n</script></head>\n<body><h1>Book shop</h1></body></html>\n",
        meta_tag(webagents_site::PATH)
    );
    ([(header::LINK, link_header(webagents_site::PATH))], Html(page))
}

/// The search: the same for people and for agents.
async fn serve_books(Query(search): Query<Search>) -> impl IntoResponse {
    let query = search.query.to_lowercase();
    let limit = usize::try_from(search.limit).unwrap_or(usize::MAX);
    let found: Vec<Book> =
        BOOKS.iter().filter(|book| book.title.to_lowercase().contains(&query)).take(limit).cloned().collect();
    let body = serde_json::to_string(&found).unwrap_or_else(|_| "[]".to_owned());
    ([(header::CONTENT_TYPE, "application/json")], body)
}

/// The routes of the shop.
pub fn router() -> Router {
    Router::new()
        .route("/", get(serve_page))
        .route(webagents_site::PATH, get(serve_manifest))
        .route("/api/books", get(serve_books))
}

#[allow(dead_code, reason = "the test of the example serves its routes on a port of its own")]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    manifest()?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 3000)).await?;
    axum::serve(listener, router()).await?;
    Ok(())
}
