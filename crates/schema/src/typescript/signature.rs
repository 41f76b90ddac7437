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

/// Returns the parameters of a tool in their order, which never changes: calls are positional.
pub(super) fn slots(tool: &Tool) -> Vec<Slot<'_>> {
    let is_optional = |param: &Param| !param.required || param.default.is_some();
    let last_required = tool.params.iter().rposition(|param| !is_optional(param));
    let names = escape::parameters(tool.params.iter().map(|param| param.name.as_str()));
    let slot = |(at, (param, name))| {
        let presence = match (is_optional(param), last_required.is_some_and(|last| at < last)) {
            (false, _) => Presence::Required,
            (true, true) => Presence::Undefined,
            (true, false) => Presence::Optional,
        };
        Slot { param, name, presence }
    };
    tool.params.iter().zip(names).enumerate().map(slot).collect()
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
