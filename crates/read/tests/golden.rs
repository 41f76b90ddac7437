//! Pages of our own and the Markdown that is made of them, for people to read.

use webagents_read::{Images, Links, ReadOptions, Scope, read};

const CONSTRUCTS: &str = include_str!("pages/constructs.html");

fn options() -> ReadOptions {
    let mut options = ReadOptions::default();
    options.scope = Scope::Whole;
    options.url = "https://site.example/en/page.html".parse().ok();
    options
}

#[test]
fn every_construct() {
    insta::assert_snapshot!(read(CONSTRUCTS, &options()).markdown);
}

#[test]
fn links_listed_and_images_described() {
    let mut options = options();
    options.links = Links::Listed;
    options.images = Images::Alt;
    options.select = webagents_read::Selector::parse("body > p, figure, h3").ok();
    insta::assert_snapshot!(read(CONSTRUCTS, &options).markdown);
}
