//! The signature of a tool that parameter lines declare.

use std::borrow::Cow;

use webagents_manifest::{Param, Tool};

use super::types::{Presence, Types};
use crate::escape;

/// One parameter as a signature declares it.
pub(super) struct Slot<'a> {
    pub(super) param: &'a Param,
    pub(super) name: Cow<'a, str>,
    pub(super) presence: Presence,
}

/// Fills `slots` with the parameters of a tool in their order.
///
/// The order never changes: calls are positional.
///
/// One list serves all tools, one after the other.
pub(super) fn fill<'a>(slots: &mut Vec<Slot<'a>>, tool: &'a Tool) {
    /// Up to here names are compared one by one.
    const FEW: usize = 16;
    slots.clear();
    // From the last parameter to the first, so that it is known whether a required one follows.
    let mut follows = false;
    let mut distinct = tool.params.len() <= FEW;
    for param in tool.params.iter().rev() {
        let optional = !param.required || param.default.is_some();
        let presence = match (optional, follows) {
            (false, _) => Presence::Required,
            (true, true) => Presence::Undefined,
            (true, false) => Presence::Optional,
        };
        follows |= !optional;
        let name = escape::parameter(param.name.as_str());
        distinct = distinct && slots.iter().all(|slot| slot.name != name);
        slots.push(Slot { param, name, presence });
    }
    slots.reverse();
    if !distinct {
        let names = escape::parameters(tool.params.iter().map(|p| p.name.as_str()));
        slots.iter_mut().zip(names).for_each(|(slot, name)| slot.name = name);
    }
}

/// Appends `name: T`, and reports what is wrong with the type.
pub(super) fn push_slot(out: &mut String, types: &mut Types<'_>, at: usize, slot: &Slot<'_>) {
    out.push_str(&slot.name);
    out.push_str(if slot.presence == Presence::Optional { "?:" } else { ":" });
    out.push_str(if types.terse { "" } else { " " });
    types.push_param(out, at, slot.param, slot.presence);
}

/// Appends `name(a: A, b?: B): Promise<R>;` on one line.
pub(super) fn push_signature(out: &mut String, types: &mut Types<'_>, tool: &Tool, slots: &[Slot<'_>]) {
    escape::push_property(out, tool.name.as_str());
    out.push('(');
    for (at, slot) in slots.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        push_slot(out, types, at, slot);
    }
    push_result(out, types, tool);
}

/// Appends `): Promise<R>;` and the end of the line.
pub(super) fn push_result(out: &mut String, types: &mut Types<'_>, tool: &Tool) {
    out.push(')');
    let start = out.len();
    out.push_str(": Promise<");
    types.push_result(out, &tool.returns);
    out.push_str(">;\n");
    if types.terse {
        drop_any(out, start);
    }
}

/// Leaves out a result that begins at `start` and is `any`.
pub(super) fn drop_any(out: &mut String, start: usize) {
    if out.get(start..) == Some(": Promise<any>;\n") {
        out.truncate(start);
        out.push_str(";\n");
    }
}
