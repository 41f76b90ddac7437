//! Comparison of the plain tokens with those of the tokenizer.

use std::fmt::Write as _;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{TagKind, TokenizerOpts};
use proptest::prelude::*;

use super::*;

/// Sink that records its tokens, with adjacent text joined.
struct Record {
    watch: Watch,
    plain: bool,
    found: RefCell<String>,
}

impl TokenSink for Record {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        self.watch.token(&token);
        let mut found = self.found.borrow_mut();
        match token {
            Token::CharacterTokens(text) => found.push_str(&text),
            Token::NullCharacterToken => found.push('\0'),
            Token::CommentToken(text) => write!(found, "<!{text}>").expect("a String takes everything"),
            Token::TagToken(mut tag) => {
                let is_start = tag.kind == TagKind::StartTag;
                if !is_start {
                    // The attributes of an end tag are errors without effect.
                    (tag.attrs, tag.self_closing, tag.had_duplicate_attributes) = (Vec::new(), false, false);
                }
                write!(found, "<{:?} {} {}", tag.kind, tag.name, tag.self_closing)
                    .expect("a String takes everything");
                for attribute in &tag.attrs {
                    write!(found, " {:?}={}", attribute.name, &*attribute.value)
                        .expect("a String takes everything");
                }
                write!(found, " {}>", tag.had_duplicate_attributes).expect("a String takes everything");
                let answer = match &*tag.name {
                    "script" if is_start => TokenSinkResult::RawData(RawKind::ScriptData),
                    "title" | "textarea" if is_start => TokenSinkResult::RawData(RawKind::Rcdata),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" if is_start => {
                        TokenSinkResult::RawData(RawKind::Rawtext)
                    }
                    "plaintext" if is_start => TokenSinkResult::Plaintext,
                    "script" => TokenSinkResult::Script(()),
                    _ => TokenSinkResult::Continue,
                };
                self.watch.answer(tag.name, &answer);
                return answer;
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Guard for Record {
    fn content(&self) -> Content {
        self.watch.content(|| false)
    }

    fn took_token(&self) -> bool {
        self.watch.took_token()
    }

    fn takes_plain_tokens(&self) -> bool {
        self.plain
    }
}

fn tokens(html: &str, plain: bool) -> String {
    let record = Record { watch: Watch::default(), plain, found: RefCell::default() };
    let tokenizer = Tokenizer::new(record, TokenizerOpts::default());
    feed(html, &tokenizer, 256, Surplus::LeftOut);
    tokenizer.end();
    tokenizer.sink.found.into_inner()
}

#[track_caller]
fn check(html: &str) {
    assert_eq!(tokens(html, true), tokens(html, false), "{html}");
}

#[test]
fn tags() {
    for tag in [
        "<a href=x>",
        "<a  href = 'x' b>",
        "<a href=\"a&amp;b\" HREF=2 c=d/>",
        "<A B=C>",
        "<br/>",
        "<br / >",
        "<a/b=c>",
        "<a b=>",
        "<a b= c>",
        "<a b='c'd>",
        "<a b=\"c\"/>",
        "<a =b>",
        "<a b=c=d>",
        "<a \"b>",
        "<a b='>'>",
        "<a b='\n\r\n'>",
        "<a b=&copy>",
        "<a b='?x=1&copy=2'>",
        "<a b='?x&copy'>",
        "<a b='&copya'>",
        "<a b='&#39;&#x27;&#128;&#0;&#xD800;&#+1;'>",
        "<a b='& c &'>",
        "<a\u{c}b\tc\n>",
        "<a b\0>",
        "<\u{e4}>",
        "<a\u{e4}>",
        "<a \u{e4}=b>",
        "<a b=\u{e4}>",
        "</a b=c>",
        "</A>",
        "</a/>",
        "</>",
        "</ a>",
        "<script>a<b>'</p>'</script>",
        "<script>a<!--<script></script>--></script>",
        "<style>a>b</style >",
        "<style>a</stylex></style>",
        "<script>a</script/>",
        "<title>&amp;<b></title>",
        "<textarea>\n<p></textarea>",
        "<plaintext><p>",
        "<script>a\r\nb</script>",
        "<script>a\0b</script>",
        "<script>never closed <p>",
        "<style></style>",
        "<x-y z.w:v@u_t=1>",
    ] {
        check(&format!("<p>{tag}text<i>more</i>"));
        check(&format!("<p>{tag}"));
        check(&format!("<p>{}", &tag[..tag.len() - 1]));
    }
}

#[test]
fn text_and_comments() {
    for text in [
        "a & b &amp; c &amp d &ampe &nbsp; &#8217; &#x2019; &copy; &copy &notit; &",
        "a\r\nb\rc",
        "a\0b",
        "1 < 2",
        "<",
        "&#",
        "&#x;",
        "&#;",
        "<!-- a -->",
        "<!---->",
        "<!-->",
        "<!--->",
        "<!--a--!>b-->",
        "<!--a--b-->",
        "<!-- <!-- --> -->",
        "<!--a\0b-->",
        "<!--a\r\nb-->",
        "<!-a->",
        "<!doctype html>",
        "<![CDATA[a]]>",
        "<?a?>",
        "<!-- never closed",
        "<!--a--",
        "<!--a---->",
        "<!--!>a-->",
    ] {
        check(&format!("<p>{text}<i>more</i>"));
        check(&format!("<p>{text}"));
        check(&format!("<p>{text}&"));
    }
}

/// Attributes are bounded as by the tokenizer, and unterminated pages have linear cost.
#[test]
fn long_pages() {
    let many = (0..300).map(|at| format!(" a{at}=1")).collect::<Vec<_>>().concat();
    check(&format!("<p><b{many}>text"));
    for piece in [
        "<!--a--!>",
        "<a b='",
        "<!--",
        "<script>",
        "<script><!--</script>",
        "&",
        "&#",
        "<a b=\"&x",
        "<a ",
        "</a",
        "<p>\r",
        "<style>a</x>",
    ] {
        check(&format!("<p>{}", piece.repeat(2000)));
        check(&format!("<p>{}-->", piece.repeat(2000)));
    }
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "<p>",
            "</p>",
            "<a href='",
            "\">",
            "'>",
            ">",
            "<",
            "</",
            "<!--",
            "-->",
            "--!>",
            "<script>",
            "</script>",
            "<style>",
            "</style>",
            "<title>",
            "</title>",
            "&amp;",
            "&",
            "&copy",
            "&#39;",
            "\r",
            "\n",
            "\0",
            " a=b",
            " a='b'",
            " A=\"c\"",
            "/",
            "=",
            "<br/>",
            "<!",
        ])
        .prop_map(str::to_owned),
        "[a-zA-Z0-9 ;&<>'\"=/!-]{0,6}",
        "\\PC{0,3}"
            .prop_filter("a mark at the beginning of a piece is dropped by the tokenizer", |text| !text
                .contains('\u{feff}')),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn any_page(pieces in prop::collection::vec(piece(), 0..24)) {
        let html = pieces.concat();
        prop_assert_eq!(tokens(&html, true), tokens(&html, false));
    }
}
