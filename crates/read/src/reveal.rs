//! Hidden parts of a page that a reader can open: the panels of tabs.
//!
//! A page shows only one of several panels at a time, and all of them are content. Each is written with the
//! name of its tab before it, because tabs in a row do not show which panel belongs to which.

use std::collections::{HashMap, HashSet};

use memchr::memmem;
use webagents_html::{Dom, Id, Tag};

use crate::class::{any_class, has_class};
use crate::hidden::{is_hidden, show_element};

/// Tabs of a page that are looked at.
const TABS: usize = 1024;

/// Maximum length of the name of a tab, in bytes, and of the nodes below the tab.
const NAME: usize = 160;
const NODES: usize = 64;

/// Number of levels above a list of tabs in which its panels are searched.
const LEVELS: usize = 3;

/// Class of a list of tabs of Material for `MkDocs`.
const LABELS: &str = "tabbed-labels";

/// Takes from the panels of tabs what hides them, and moves the name of each tab into its panel.
pub(crate) fn show_panels(dom: &mut Dom) {
    let mut panels = Vec::new();
    let mut controlled: HashSet<String> = HashSet::new();
    // The same, by links that need not be tabs: only hidden elements count as panels.
    let mut anchors: HashSet<String> = HashSet::new();
    let mut tabs: Vec<PageTab> = Vec::new();
    let mut lists = Vec::new();
    // Hardly a page has the class.
    let has_labels = memmem::find(dom.shared_text(), LABELS.as_bytes()).is_some();
    for id in dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) != Tag::Text) {
        let role = dom.attribute(id, "role");
        match role {
            Some("tabpanel") => panels.push(id),
            Some("tab") if tabs.len() < TABS => {
                let ids = dom.attribute(id, "aria-controls").unwrap_or_default();
                let ids = ids.split_ascii_whitespace().take(4).map(str::to_owned);
                let target = ids.clone().next().or_else(|| toggle_target(dom, id));
                controlled.extend(ids);
                tabs.push(PageTab { id, target });
            }
            _ => {}
        }
        let is_known = tabs.last().is_some_and(|last| last.id == id);
        if tabs.len() < TABS
            && let Some(target) = toggle_target(dom, id)
        {
            controlled.insert(target.clone());
            if !is_known {
                tabs.push(PageTab { id, target: Some(target) });
            }
        } else if tabs.len() < TABS
            && !is_known
            && let Some(target) = anchor_target(dom, id)
        {
            anchors.insert(target.clone());
            tabs.push(PageTab { id, target: Some(target) });
        }
        if lists.len() < TABS && (has_labels || role.is_some()) && is_list(dom, id) {
            lists.push(id);
        }
    }
    let mut named: HashMap<String, Id> = HashMap::new();
    if !controlled.is_empty() || !anchors.is_empty() {
        let is_panel =
            |id: Id, name: &str| controlled.contains(name) || anchors.contains(name) && is_hidden(dom, id);
        for id in dom.descendants(Id::DOCUMENT) {
            if let Some(name) = dom.attribute(id, "id").filter(|&name| is_panel(id, name)) {
                panels.push(id);
                named.entry(name.to_owned()).or_insert(id);
            }
        }
    }
    let pairs = pair_tabs(dom, &tabs, &lists, &panels, &named);
    for panel in panels {
        show_element(dom, panel);
    }
    for (tab, panel) in pairs {
        // A tab may hold its panel, or be a panel itself that was taken out.
        let mut above = std::iter::successors(Some(panel), |&at| dom.parent(at));
        if above.any(|at| at == tab) || !is_in_page(dom, panel) {
            continue;
        }
        if begins_with(dom, panel, &tab_name(dom, tab)) {
            dom.detach(tab);
        } else {
            dom.move_as_line(tab, panel);
        }
    }
}

/// A tab, and the id of its panel if it names one.
#[derive(Debug)]
struct PageTab {
    id: Id,
    target: Option<String>,
}

/// Returns tabs that have a name, each with its panel. No panel belongs to two tabs.
fn pair_tabs(
    dom: &Dom,
    tabs: &[PageTab],
    lists: &[Id],
    panels: &[Id],
    named: &HashMap<String, Id>,
) -> Vec<(Id, Id)> {
    let mut found: Vec<(Id, Id)> = Vec::new();
    let labelling: HashMap<&str, Id> = panels
        .iter()
        .filter_map(|&panel| Some((dom.attribute(panel, "aria-labelledby")?.trim(), panel)))
        .collect();
    for tab in tabs {
        let target = tab.target.as_ref().and_then(|target| named.get(target));
        let labelled = || dom.attribute(tab.id, "id").and_then(|id| labelling.get(id));
        if let Some(&panel) = target.or_else(labelled) {
            found.push((tab.id, panel));
        }
    }
    let known: HashSet<Id> = found.iter().map(|&(tab, _)| tab).collect();
    for &list in lists {
        let inner = dom.descendants(list).skip(1).take(TABS).filter(|&id| {
            dom.attribute(id, "role") == Some("tab") || dom.tag(id) == Tag::Label && is_labels(dom, list)
        });
        let inner: Vec<Id> = inner.collect();
        if inner.is_empty() || inner.iter().any(|tab| known.contains(tab)) {
            continue;
        }
        let after = panels_after(dom, list, inner.len());
        if after.len() == inner.len() {
            found.extend(inner.into_iter().zip(after));
        }
    }
    // Tabs that share a panel show parts of it.
    let mut uses: HashMap<Id, usize> = HashMap::new();
    for &(_, panel) in &found {
        *uses.entry(panel).or_default() += 1;
    }
    let holds = |panel: Id| {
        matches!(
            dom.tag(panel),
            Tag::Div | Tag::Section | Tag::Article | Tag::Main | Tag::Li | Tag::Dd | Tag::Td | Tag::Other
        )
    };
    found.retain(|&(tab, panel)| {
        holds(panel) && !tab_name(dom, tab).is_empty() && uses.get(&panel) == Some(&1)
    });
    found
}

/// Returns whether an element is a list of tabs, by its role or as Material for `MkDocs` has it.
fn is_list(dom: &Dom, id: Id) -> bool {
    dom.attribute(id, "role") == Some("tablist") || is_labels(dom, id)
}

fn is_labels(dom: &Dom, id: Id) -> bool {
    has_class(dom, id, LABELS)
}

/// Returns the panels after a list of tabs, in the smallest element that has as many.
fn panels_after(dom: &Dom, list: Id, count: usize) -> Vec<Id> {
    for around in std::iter::successors(dom.parent(list), |&above| dom.parent(above)).take(LEVELS) {
        let found = panels_within(dom, list, around, count);
        if found.len() >= count {
            return found;
        }
    }
    Vec::new()
}

/// Returns the panels in `around` between a list of tabs and the next list, `most` and one more.
fn panels_within(dom: &Dom, list: Id, around: Id, most: usize) -> Vec<Id> {
    let mut found = Vec::new();
    let mut at = dom.following_skipping(list, around);
    while let Some(id) = at.filter(|_| found.len() <= most) {
        if is_list(dom, id) {
            break;
        }
        at = if dom.attribute(id, "role") == Some("tabpanel") || has_class(dom, id, "tabbed-block") {
            found.push(id);
            dom.following_skipping(id, around)
        } else {
            dom.following(id, around)
        };
    }
    found
}

/// Returns the name of a tab; empty if it is no more than a number, or more than a name.
fn tab_name(dom: &Dom, tab: Id) -> String {
    if dom.descendants(tab).nth(NODES).is_some() {
        return String::new();
    }
    let text = dom.text_content(tab);
    let name = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let is_name = name.len() <= NAME && name.contains(char::is_alphabetic);
    if is_name { name } else { String::new() }
}

fn is_in_page(dom: &Dom, id: Id) -> bool {
    std::iter::successors(Some(id), |&at| dom.parent(at)).last() == Some(Id::DOCUMENT)
}

/// Returns whether the first text below an element is this one.
fn begins_with(dom: &Dom, panel: Id, name: &str) -> bool {
    let mut texts = dom.descendants(panel).map(|id| dom.text(id).trim());
    texts.find(|text| !text.is_empty()).is_some_and(|text| text.eq_ignore_ascii_case(name))
}

/// The place in the page that a link in a list of the class `tabs` leads to.
fn anchor_target(dom: &Dom, id: Id) -> Option<String> {
    const ABOVE: usize = 3;
    let target = dom.attribute(id, "href").filter(|_| dom.tag(id) == Tag::A)?.strip_prefix('#')?;
    let is_tabs = |class: &str| class == "tabs" || class.ends_with("-tabs");
    let mut above = std::iter::successors(dom.parent(id), |&at| dom.parent(at)).take(ABOVE);
    (!target.is_empty() && above.any(|above| any_class(dom, above, is_tabs))).then(|| target.to_owned())
}

/// The panel that a tab of Bootstrap shows, which needs no role.
fn toggle_target(dom: &Dom, id: Id) -> Option<String> {
    let is_tab = |(name, value): (&str, &str)| {
        matches!(name, "data-bs-toggle" | "data-toggle") && matches!(value, "tab" | "pill")
    };
    dom.attributes(id).any(is_tab).then_some(())?;
    let mut targets = ["data-bs-target", "data-target", "href"].into_iter();
    let target = targets.find_map(|name| dom.attribute(id, name))?;
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
            assert!(markdown.contains("one\n\ntwo\n\nLinux\n\nthree"), "{hidden}: {markdown}");
            assert!(!markdown.contains("four"), "{hidden}: {markdown}");
        }
    }

    #[test]
    fn panels_of_links_are_read_where_they_are_hidden() {
        for list in ["tabs", "nav nav-tabs", "wc-tabs"] {
            let html = format!(
                "<h1>Tent</h1><ul class='{list}'><li><a href='#a'>About</a><li><a href='#b'>Sizes</a></ul><div id=a><p>It is \
                 light.</div><div id=b style='display: none'><p>It is two metres long.</div><div hidden><p>four</div>"
            );
            let markdown = read(&html, &ReadOptions::default()).markdown;
            assert!(markdown.contains("Sizes\n\nIt is two metres long."), "{list}: {markdown}");
            assert!(markdown.contains("It is light.") && !markdown.contains("four"), "{list}: {markdown}");
        }
        let html = "<h1>Tent</h1><ul class=menu><li><a href='#b'>Sizes</a></ul><p>one</p><div id=b hidden><p>two</div>";
        assert!(!read(html, &ReadOptions::default()).markdown.contains("two"));
    }

    #[test]
    fn text_of_odd_tabs_stays() {
        for html in [
            "<div role=tab aria-controls=a>one<div id=a>two</div></div>",
            "<div role=tab id=a aria-controls=b>one</div><div role=tab id=b aria-controls=a>two</div>",
            "<div role=tab id=a aria-controls=a>one two</div>",
            "<div role=tab aria-controls=a>one</div><div role=tab aria-controls=a>two</div><div id=a>x</div>",
            "<ul role=tablist><li role=tab>one<li role=tab>two</ul><div role=tabpanel>x</div>",
            "<div role=tab aria-controls=a>one</div><div id=a>One</div><p>two",
        ] {
            let options = ReadOptions { scope: crate::Scope::Whole, ..ReadOptions::default() };
            let markdown = read(&format!("<main><p>x{html}</main>"), &options).markdown.to_lowercase();
            assert!(markdown.contains("one") && markdown.contains("two"), "{html}: {markdown}");
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
