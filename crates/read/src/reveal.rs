//! Parts of a page that are hidden until the reader asks for them: the panels of tabs.
//!
//! Only one panel of several is shown at a time, and all of them are what the page says.

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

/// Tabs of a page that are looked at.
const TABS: usize = 1024;

/// Takes from the panels of tabs what hides them.
pub(crate) fn panels(dom: &mut Dom) {
    let mut panels = Vec::new();
    let mut controlled: HashSet<String> = HashSet::new();
    for id in dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) != Tag::Text) {
        match dom.attribute(id, "role") {
            Some("tabpanel") => panels.push(id),
            Some("tab") if controlled.len() < TABS => {
                let ids = dom.attribute(id, "aria-controls").unwrap_or_default();
                controlled.extend(ids.split_ascii_whitespace().take(4).map(str::to_owned));
            }
            _ => {}
        }
        if controlled.len() < TABS {
            controlled.extend(toggled(dom, id));
        }
    }
    if !controlled.is_empty() {
        panels.extend(
            dom.descendants(Id::DOCUMENT)
                .filter(|&id| dom.attribute(id, "id").is_some_and(|name| controlled.contains(name))),
        );
    }
    for panel in panels {
        for name in ["hidden", "aria-hidden", "style"] {
            dom.drop_attribute(panel, name);
        }
    }
}

/// The panel that a tab of Bootstrap shows, which needs no role.
fn toggled(dom: &Dom, id: Id) -> Option<String> {
    let value = |names: [&str; 2]| names.into_iter().find_map(|name| dom.attribute(id, name));
    matches!(value(["data-bs-toggle", "data-toggle"])?, "tab" | "pill").then_some(())?;
    let target = value(["data-bs-target", "data-target"]).or_else(|| dom.attribute(id, "href"))?;
    target.strip_prefix('#').map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::{ReadOptions, read};

    #[test]
    fn hidden_panels_are_read() {
        for hidden in ["hidden", "aria-hidden=true", "style='display: none'", "hidden=until-found"] {
            let html = format!(
                "<h1>Install</h1><div role=tablist><button role=tab aria-controls=b>Linux</button></div><div \
                 role=tabpanel><p>one</div><div role=tabpanel {hidden}><p>two</div><div id=b {hidden}><p>three</div><div \
                 hidden><p>four</div>"
            );
            let markdown = read(&html, &ReadOptions::default()).markdown;
            assert!(markdown.contains("one\n\ntwo\n\nthree"), "{hidden}: {markdown}");
            assert!(!markdown.contains("four"), "{hidden}: {markdown}");
        }
    }

    #[test]
    fn panels_of_bootstrap_need_no_role() {
        for tab in [
            "<a data-toggle=tab href='#b'>",
            "<button data-bs-toggle=pill data-bs-target='#b'>",
            "<a data-toggle=tab data-target='#b' href='/x'>",
        ] {
            let html =
                format!("<h1>Install</h1>{tab}Linux</a></button><div id=b style='display:none'><p>two</div>");
            assert!(read(&html, &ReadOptions::default()).markdown.contains("two"), "{tab}");
        }
        let html = "<h1>Install</h1><a data-toggle=modal href='#b'>x</a><div id=b hidden><p>two</div><p>one";
        assert!(!read(html, &ReadOptions::default()).markdown.contains("two"));
    }
}
