//! Pictures, prints and the size of the viewport.

use webagents_runtime::driver::{Capability, Capture, Driver as _, Paper, Rect, Viewport};
use webagents_testkit::Route;

use super::{Stage, is_unsupported};
use crate::support::{instead, on_every_engine};

on_every_engine! { pictures_have_the_size_of_their_area, a_print_is_a_pdf, the_viewport_has_the_size_that_is_asked_for }

const PAGE: &str = "<style>*{margin:0}</style><div style='width:700px;height:3000px;background:#0f0'></div>";

/// Width and height of a PNG, which its header has.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

async fn pictures_have_the_size_of_their_area() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    let picture = stage.session.capture(Capture::Viewport).await.expect("a picture");
    let viewport = stage.read("innerWidth + ' ' + innerHeight").await;
    let (width, height) = size(&picture);
    let (inner_width, inner_height) = viewport.split_once(' ').expect("two numbers");
    assert_eq!(width, inner_width.parse::<u32>().unwrap());
    assert_eq!(height, inner_height.parse::<u32>().unwrap());
    let part = Rect { x: 10.0, y: 1500.0, width: 200.0, height: 100.0 };
    if stage.session.supports(Capability::Clip) {
        let whole = stage.session.capture(Capture::Page).await.expect("a picture");
        let page = stage.read("document.documentElement.scrollWidth").await;
        let (page, (width, height)) = (page.parse::<u32>().unwrap(), size(&whole));
        // A scroll bar is drawn in some pictures, and takes a part of the width.
        assert!(page.abs_diff(width) < 20 && height == 3000, "{width} x {height}, {page}");
        let part = stage.session.capture(Capture::Part(part)).await.expect("a picture");
        assert_eq!(size(&part), (200, 100));
        // Nothing of it is left in the page.
        assert_eq!(stage.read("innerWidth + ' ' + innerHeight").await, viewport);
        assert_eq!(stage.read("scrollY").await, "0");
    } else {
        assert!(instead!(
            WebKit,
            "Pictures of the whole page and of a part of it outside of the viewport (`Driver::capture`)",
            "It is an error (`Unsupported`)",
            "WebKitWebDriver takes pictures of the viewport and of elements",
        ));
        is_unsupported(&stage.session.capture(Capture::Page).await);
        is_unsupported(&stage.session.capture(Capture::Part(part)).await);
    }
}

async fn a_print_is_a_pdf() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    if stage.session.supports(Capability::Pdf) {
        let print = stage.session.print(Paper::default()).await.expect("a print");
        assert_eq!(print.get(..5), Some(&b"%PDF-"[..]));
    } else {
        assert!(instead!(
            WebKit,
            "A page is printed to PDF (`Driver::print`)",
            "It is an error (`Unsupported`)",
            "WebKitWebDriver has no command for it",
        ));
        is_unsupported(&stage.session.print(Paper::default()).await);
    }
}

async fn the_viewport_has_the_size_that_is_asked_for() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    let wanted = Viewport { width: 600, height: 450 };
    assert!(stage.session.supports(Capability::Viewport));
    stage.session.resize(wanted).await.expect("a size");
    stage.until("innerWidth === 600 && innerHeight === 450").await;
}
