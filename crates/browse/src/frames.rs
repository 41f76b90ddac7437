//! Frames of the page, and points in them.

use serde::Deserialize;
use serde_json::json;
use webagents_runtime::driver::{Capability, FrameId};

use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};
use crate::run::Run;

/// A frame of the page.
#[derive(Debug, Clone)]
pub(crate) struct PageFrame {
    pub(crate) id: FrameId,
    pub(crate) depth: usize,
    pub(crate) name: String,
    /// The frames around it and itself, such as `iframe "Shop" > iframe "Card"`.
    pub(crate) path: String,
}

/// Frames that are looked into.
const FRAMES: usize = 100;

#[derive(Deserialize)]
struct Children {
    frames: Vec<Child>,
    next: u64,
}

#[derive(Deserialize)]
struct Child {
    number: u64,
    name: String,
}

/// A point of the page, with the element that covers it there.
#[derive(Deserialize)]
struct FramePoint {
    x: f64,
    y: f64,
    cover: Option<String>,
}

impl Run<'_> {
    /// The frames of the page, the page's own first; nested frames come after their parent.
    pub(crate) async fn frames(&mut self) -> Result<Vec<PageFrame>, BrowseError> {
        let main = within(self.end, self.driver.main_frame()).await?;
        let mut list = vec![PageFrame { id: main, depth: 0, name: String::new(), path: String::new() }];
        if !self.driver.supports(Capability::Frames) {
            return Ok(list);
        }
        let mut at = 0;
        while at < list.len() && list.len() < FRAMES {
            let (parent, depth, around) = (list[at].id.clone(), list[at].depth + 1, list[at].path.clone());
            let arguments = json!({ "next": self.state.references.next() });
            // A frame may go while it is looked at.
            if let Ok(children) = self.call::<Children>(&parent, "frames", arguments).await {
                self.state.references.advance(children.next);
                let mut inner = Vec::new();
                for child in children.frames {
                    let element = self.state.functions.element(child.number);
                    if let Ok(Some(id)) = within(self.end, self.driver.content_frame(&parent, &element)).await
                    {
                        self.state.parents.insert(id.clone(), (parent.clone(), child.number));
                        let own = if child.name.is_empty() {
                            "iframe".to_owned()
                        } else {
                            format!("iframe \"{}\"", child.name)
                        };
                        let path = if around.is_empty() { own } else { format!("{around} > {own}") };
                        inner.push(PageFrame { id, depth, name: child.name, path });
                    }
                }
                list.splice((at + 1)..=at, inner);
            }
            at += 1;
        }
        list.truncate(FRAMES);
        Ok(list)
    }

    /// A point of a frame as a point of the page's viewport.
    pub(crate) async fn page_point(
        &mut self,
        frame: &FrameId,
        x: f64,
        y: f64,
    ) -> Result<(f64, f64), BrowseError> {
        let (mut frame, mut at) = (frame.clone(), (x, y));
        if !self.state.parents.contains_key(&frame)
            && within(self.end, self.driver.main_frame()).await? != frame
        {
            self.frames().await?;
        }
        for _ in 0..FRAMES {
            let Some((parent, number)) = self.state.parents.get(&frame).cloned() else { break };
            let arguments = json!({ "number": number, "x": at.0, "y": at.1 });
            let place: FramePoint = self.call(&parent, "frameBox", arguments).await?;
            if let Some(cover) = place.cover {
                return Err(BrowseError::new(
                    BrowseErrorKind::NotActionable,
                    format!("{cover} covers the frame of the element"),
                ));
            }
            (frame, at) = (parent, (place.x, place.y));
        }
        Ok(at)
    }
}
