//! Pages that name Markdown of their own.

use webagents_read::NativeMarkdown;

use super::*;

fn naming(href: &str) -> Vec<Act> {
    html(&format!(
        "<title>T</title><meta name=author content=Ann><link rel=alternate type=text/markdown href='{href}'><p>As HTML."
    ))
}

fn prefer() -> BrowseOptions {
    let mut options = BrowseOptions::default();
    options.native = NativeMarkdown::Prefer;
    options.request.timeout = Duration::from_mins(1);
    options
}

#[tokio::test]
async fn it_is_told_of_and_read_when_it_is_wanted() {
    let server = Server::start([
        ("/page", naming("page.md")),
        ("/page.md", typed("text/markdown", "# As Markdown\n\nMore.")),
    ])
    .await;
    let page = browse(&server, "/page", &BrowseOptions::default()).await.unwrap();
    assert_eq!((page.text.as_str(), &page.metadata.markdown), ("As HTML.", &Some(server.url("/page.md"))));
    assert_eq!(server.requests.lock().unwrap().len(), 1);

    let mut options = prefer();
    options.part.front_matter = FrontMatter::Yaml;
    let page = browse(&server, "/page", &options).await.unwrap();
    assert_eq!((page.text.as_str(), page.source.kind), ("# As Markdown\n\nMore.", Kind::Markdown));
    assert_eq!((page.source.url, page.remarks), (Some(server.url("/page.md")), vec![]));
    assert!(page.front_matter.contains("title: \"T\"\nauthor: \"Ann\"\n"), "{}", page.front_matter);
    // A caller who reads on reads the same document without a request.
    options.part.start_index = Some(2);
    let page = browse(&server, "/page", &options).await.unwrap();
    assert_eq!((page.text.as_str(), page.source.served), ("As Markdown\n\nMore.", Served::Remembered));
    assert_eq!(server.requests.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn what_is_of_another_site_or_no_markdown_is_not_read() {
    let other = Server::start([("/page.md", typed("text/markdown", "# Of others"))]).await;
    let elsewhere = other.url("/page.md").to_string();
    let server = Server::start([
        ("/other", naming(&elsewhere)),
        ("/itself", naming("/itself")),
        ("/script", naming("javascript:alert(1)")),
        ("/missing", naming("/gone.md")),
        ("/leaving", naming("/leaves.md")),
        ("/leaves.md", redirect(&elsewhere)),
        ("/html", naming("/script")),
        ("/silent", naming("/hangs.md")),
        ("/hangs.md", vec![Act::Hang]),
    ])
    .await;
    let client = client(&[&server, &other]);
    let mut options = prefer();
    for (path, remarks) in [
        ("/other", vec![]),
        ("/itself", vec![]),
        ("/script", vec![]),
        ("/missing", vec![Remark::NoMarkdown]),
        ("/leaving", vec![Remark::NoMarkdown]),
        ("/html", vec![Remark::NoMarkdown]),
    ] {
        let page = web_browse(&client, server.url(path).as_str(), &options).await.unwrap();
        assert_eq!((page.text.as_str(), page.remarks), ("As HTML.", remarks), "{path}");
    }
    // What never answers takes all the time that there is. The machine may need a longer one for the page itself.
    let mut outcome = None;
    for seconds in [1, 4, 16, 60] {
        options.request.timeout = Duration::from_secs(seconds);
        let read = web_browse(&client, server.url("/silent").as_str(), &options).await;
        if outcome.insert(read).is_ok() {
            break;
        }
    }
    let page = outcome.unwrap().unwrap();
    assert_eq!((page.text.as_str(), page.remarks), ("As HTML.", vec![Remark::NoMarkdown]));
}

#[tokio::test]
async fn credentials_stay_with_the_origin_that_they_are_for() {
    let other =
        Server::start([("/page", naming("/page.md")), ("/page.md", typed("text/markdown", "# As Markdown"))])
            .await;
    let server = Server::start([
        ("/away", redirect(other.url("/page").as_str())),
        ("/page", naming("/page.md")),
        ("/page.md", vec![Act::When("x-api-key: secret", typed("text/markdown", "# Private"))]),
    ])
    .await;
    let client = client(&[&server, &other]);
    let mut options = prefer();
    options.request.headers.add("x-api-key", "secret").unwrap();
    let page = web_browse(&client, server.url("/away").as_str(), &options).await.unwrap();
    assert_eq!(page.text, "# As Markdown");
    let heard = other.requests.lock().unwrap().concat().to_ascii_lowercase();
    assert!(heard.contains("/page.md") && !heard.contains("secret"), "{heard}");
    let page = web_browse(&client, server.url("/page").as_str(), &options).await.unwrap();
    assert_eq!(page.text, "# Private");
}

#[tokio::test]
async fn robots_are_asked_about_it_too() {
    let server = Server::start([
        ("/page", naming("/page.md")),
        ("/page.md", typed("text/markdown", "# As Markdown")),
        ("/robots.txt", typed("text/plain", "user-agent: *\ndisallow: /*.md\n")),
    ])
    .await;
    let mut options = prefer();
    options.request.robots = Robots::Obey;
    let page = browse(&server, "/page", &options).await.unwrap();
    assert_eq!((page.text.as_str(), page.remarks), ("As HTML.", vec![Remark::NoMarkdown]));
    let heard = server.requests.lock().unwrap().concat();
    assert!(!heard.contains("/page.md "), "{heard}");
}
