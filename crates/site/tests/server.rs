//! The example's server, over HTTP.

#[path = "../examples/server.rs"]
#[allow(unreachable_pub, reason = "it is a program of its own")]
mod example;

use url::Url;
use webagents_discover::{DiscoverOptions, discover};
use webagents_fetch::{Client, ClientOptions, RequestOptions};

#[tokio::test]
async fn the_manifest_is_found_and_parsed() {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, example::router()).await });
    let page = Url::parse(&format!("http://{address}/")).unwrap();
    let mut options = ClientOptions::default();
    options.allow_url(&page).unwrap();
    let client = Client::new(&options).unwrap();

    let found = discover(&client, &page, &DiscoverOptions::default()).await.unwrap();
    assert_eq!(found.manifest_url.path(), "/webagents.md");
    assert_eq!(found.parsed.diagnostics, []);
    assert_eq!(webagents_schema::check(&found.parsed), []);
    let manifest = found.parsed.manifest;
    assert_eq!(manifest.name, "Book shop");
    let search = manifest.tool("searchBooks").unwrap();
    assert_eq!(search.params[0].description, "Words of the title.");
    assert_eq!(search.params[1].default.as_deref(), Some("10"));
    assert!(!search.params[1].required);
    assert!(search.returns.contains("title: string"), "{}", search.returns);
    insta::assert_snapshot!(webagents_manifest::write(&manifest));

    let page_answer = client.get(&page, &RequestOptions::default()).await.unwrap();
    let link = page_answer.headers.get("link");
    assert_eq!(link, Some("</webagents.md>; rel=\"webagents-md\""));
    let answer = client.get(&found.manifest_url, &RequestOptions::default()).await.unwrap();
    let header = |name: &str| answer.headers.get(name);
    assert_eq!(header("content-type"), Some("text/markdown; charset=utf-8"));
    let etag = webagents_site::etag(std::str::from_utf8(&answer.body).unwrap());
    assert_eq!(header("etag"), Some(etag.as_str()));

    let api = page.join("/api/books?query=sea&limit=1").unwrap();
    let books = client.get(&api, &RequestOptions::default()).await.unwrap();
    let books: serde_json::Value = serde_json::from_slice(&books.body).unwrap();
    assert_eq!(books[0]["title"], "The Sea Wall");
    assert_eq!(books.as_array().unwrap().len(), 1);
}
