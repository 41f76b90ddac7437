//! Declarative shadow roots (HTML Standard, section 4.12.3), shown in place of their hosts' children.
//!
//! The tree is flattened as a browser shows it: the contents of the template replace the element's, and each
//! slot holds the children that are meant for it. Children without a slot are not shown, unless the shadow
//! root shows nothing.

use std::collections::HashMap;

use super::{Dom, Id, Tag};

/// Opens all declarative shadow roots.
pub(super) fn open_shadow_roots(dom: &mut Dom) {
    if !dom.has(Tag::Template) {
        return;
    }
    // Templates are numbered in the order in which they begin, so outer ones come first.
    let count = u32::try_from(dom.node_count()).unwrap_or(u32::MAX);
    for template in (0..count).map(Id) {
        if dom.tag(template) != Tag::Template {
            continue;
        }
        let mode = dom.attribute(template, "shadowrootmode").unwrap_or_default();
        if mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed") {
            flatten_template(dom, template);
        }
    }
}

fn flatten_template(dom: &mut Dom, template: Id) {
    let contents = Id(template.0.saturating_add(1));
    let Some(host) = dom.parent(template) else { return };
    if contents.index() >= dom.node_count() || dom.tag(contents) != Tag::Document {
        return;
    }
    dom.detach(template);
    let slots: Vec<Id> = dom.descendants(contents).filter(|&id| dom.tag(id) == Tag::Slot).collect();
    let shows = dom.descendants(contents).any(|id| !dom.text(id).trim_ascii().is_empty());
    if !slots.is_empty() || shows {
        // The first slot of a name takes its children.
        let mut named: HashMap<String, Id> = HashMap::new();
        for &slot in &slots {
            let name = dom.attribute(slot, "name").unwrap_or_default().to_owned();
            named.entry(name).or_insert(slot);
        }
        let mut filled: HashMap<Id, Vec<Id>> = HashMap::new();
        let children: Vec<Id> = dom.children(host).collect();
        for child in children {
            let name = dom.attribute(child, "slot").unwrap_or_default();
            let slot = named.get(name).copied();
            dom.detach(child);
            if let Some(slot) = slot {
                filled.entry(slot).or_default().push(child);
            }
        }
        for slot in slots {
            let Some(children) = filled.remove(&slot) else { continue };
            // Blanks alone leave a slot its own contents.
            let is_blank = |&id: &Id| dom.tag(id) == Tag::Text && dom.text(id).trim_ascii().is_empty();
            if children.iter().all(is_blank) {
                continue;
            }
            while let Some(own) = dom.first_child(slot) {
                dom.detach(own);
            }
            for child in children {
                dom.append_child(slot, child);
            }
        }
    }
    while let Some(child) = dom.first_child(contents) {
        dom.append_child(host, child);
    }
}
