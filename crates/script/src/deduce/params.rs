//! The parameters of a function, from its code, its types and its documentation.
//!
//! The decision: the code determines the parameters and their order; documentation only adds to them. Documentation
//! of a parameter that does not exist is a finding.

use std::collections::BTreeSet;
use std::ops::Range;

use webagents_manifest::{Param, ParamName, Tool};
use webagents_schema::ty::{Constraints, Keyword, Member, MemberKind, Type};

use super::{Deduction, Env};
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::jsdoc::{self, Doc, ParamTag, Tag};
use crate::literal::json;
use crate::source::{RawFunction, RawParam, RawPattern};
use webagents_schema::conform::PartialValue;

const PARAM: &[&str] = &["param", "arg", "argument"];

impl Deduction<'_> {
    pub(super) fn params(&mut self, tool: &mut Tool, raw: &RawFunction, doc: &Doc, env: &Env) {
        let mut tags: Vec<ParamTag> = Vec::new();
        for tag in doc.tags(PARAM) {
            match jsdoc::param(tag) {
                Some(param) => tags.push(param),
                None => self.unread(tag),
            }
        }
        let outer: Vec<&ParamTag> = tags.iter().filter(|tag| !tag.name.contains('.')).collect();
        let declared: BTreeSet<&str> = raw
            .params
            .iter()
            .filter_map(|param| match &param.pattern {
                RawPattern::Name(name) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        let mut used = BTreeSet::new();
        for (index, param) in raw.params.iter().enumerate() {
            let tag = match &param.pattern {
                RawPattern::Name(name) => outer.iter().find(|tag| tag.name == *name).copied(),
                // What binds no name of its own goes by the one that its documentation has in the same place.
                _ => outer.get(index).copied().filter(|tag| !declared.contains(tag.name.as_str())),
            };
            let name = match (&param.pattern, tag) {
                (RawPattern::Name(name), _) => name.clone(),
                (_, Some(tag)) => tag.name.clone(),
                (_, None) if index == 0 => "input".to_owned(),
                (_, None) => format!("input{}", index + 1),
            };
            used.insert(name.clone());
            let dotted: Vec<&ParamTag> = tags
                .iter()
                .filter(|tag| {
                    tag.name.split_once('.').is_some_and(|(object, _)| object.trim_end_matches("[]") == name)
                })
                .collect();
            let Some(named) = self.usable_name(&name, index, raw, &used, &param.span) else {
                // The parameters after it would move to its place.
                break;
            };
            let param = self.param(named, param, tag, &dotted, env);
            tool.params.push(param);
        }
        for tag in &tags {
            let object = tag.name.split('.').next().unwrap_or_default().trim_end_matches("[]");
            if !used.contains(object) {
                let message = format!("the function has no parameter {}", shown(&tag.name));
                self.say(CodeDiagnosticKind::Documentation, Severity::Warning, tag.at.clone(), message);
            }
        }
    }

    /// Returns the name of a parameter, or another one if a manifest refuses it.
    ///
    /// Arguments go by position, so that the name changes no call.
    fn usable_name(
        &mut self,
        name: &str,
        index: usize,
        raw: &RawFunction,
        used: &BTreeSet<String>,
        span: &Range<usize>,
    ) -> Option<ParamName> {
        if let Ok(named) = ParamName::new(name) {
            return Some(named);
        }
        let is_free = |other: &String| {
            !used.contains(other)
                && !raw
                    .params
                    .iter()
                    .any(|param| matches!(&param.pattern, RawPattern::Name(name) if name == other))
        };
        let others = [format!("{name}_"), format!("input{}", index + 1)];
        let named = others.into_iter().filter(is_free).find_map(|other| ParamName::new(other).ok());
        let message = match &named {
            Some(other) => {
                format!("{} cannot be the name of a parameter; it is called `{other}`", shown(name))
            }
            None => format!("{} cannot be the name of a parameter", shown(name)),
        };
        let severity = if named.is_some() { Severity::Warning } else { Severity::Error };
        self.say(CodeDiagnosticKind::Name, severity, span.clone(), message);
        named
    }

    fn unread(&mut self, tag: &Tag) {
        let message = format!(
            "{} is not read: write `@param {{T}} name - text`",
            shown(&format!("@{} {}", tag.name, tag.text))
        );
        self.say(CodeDiagnosticKind::Documentation, Severity::Warning, tag.span(), message);
    }

    fn param(
        &mut self,
        name: ParamName,
        raw: &RawParam,
        tag: Option<&ParamTag>,
        dotted: &[&ParamTag],
        env: &Env,
    ) -> Param {
        let mut param = Param::new(name);
        param.description = tag.map(|tag| tag.text.clone()).unwrap_or_default().into();
        param.required = !(raw.optional || tag.is_some_and(|tag| tag.optional));
        let written = match (&raw.ty, tag.and_then(|tag| tag.ty.clone())) {
            (Some(written), _) => Some(written.clone()),
            (None, text) => text.map(|text| self.written(text, &raw.span)),
        };
        let mut ty = match &written {
            Some(written) => self.read(written, env, &raw.span),
            None => match &raw.pattern {
                RawPattern::Object(members) => Type::Object(members.iter().map(destructured).collect()),
                RawPattern::Array => Type::Array(Box::new(Type::ANY)),
                RawPattern::Name(_) => inferred(raw.default.as_ref()),
            },
        };
        let is_untyped = written.is_none() || is_vague(&ty);
        // `@param {object} options` has less information than the destructured members.
        if let (RawPattern::Object(members), true) = (&raw.pattern, is_vague(&ty)) {
            ty = Type::Object(members.iter().map(destructured).collect());
        }
        if let Type::Refined(refined) = &mut ty
            && !refined.facts.description.is_empty()
        {
            let description = std::mem::take(&mut refined.facts.description);
            if param.description.is_empty() {
                param.description = jsdoc::one_line(&description).into();
            }
        }
        if let Type::Refined(refined) = &ty
            && refined.facts.is_empty()
        {
            ty = refined.ty.clone();
        }
        let vague = is_vague(&ty) || (is_untyped && matches!(ty, Type::Object(_)));
        self.members(&mut ty, vague, raw, dotted, env);
        if let (RawPattern::Object(parts), Type::Object(members)) = (&raw.pattern, &mut ty) {
            for (name, default) in parts {
                self.default_of(name, default.as_ref(), members, raw);
            }
        }
        if written.is_none() && ty == Type::ANY {
            let message =
                format!("the parameter {} has no type; `any` replaces it", shown(param.name.as_str()));
            self.say(CodeDiagnosticKind::TypeText, Severity::Warning, raw.span.clone(), message);
        }
        if raw.rest {
            let message = format!(
                "only the first of the values of the rest parameter {} can be passed; write one parameter that is a list",
                shown(param.name.as_str())
            );
            self.lost(raw.span.clone(), message);
            ty = match ty {
                Type::Array(element) => *element,
                other => other,
            };
        }
        let documented = tag.and_then(|tag| tag.default.clone());
        param.default = match &raw.default {
            // `= {}` with a destructured object means only that the argument may be omitted.
            Some(PartialValue::Object { members, open: false }) if members.is_empty() => None,
            Some(PartialValue::Undefined) => None,
            Some(default) => {
                let text = json(default).or(documented);
                if text.is_none() {
                    let message = format!(
                        "the default of {} is lost, because it is computed at the call; write a literal, or `@param [name=value]`",
                        shown(param.name.as_str())
                    );
                    self.lost(raw.span.clone(), message);
                }
                text
            }
            None => documented,
        }
        .map(Into::into);
        param.required &= param.default.is_none();
        param.ty = ty.to_string().into();
        param
    }

    /// Puts the default of a member that a function takes apart (`{ limit = 10 }`) into the member's facts.
    fn default_of(
        &mut self,
        name: &str,
        default: Option<&PartialValue>,
        members: &mut [Member],
        raw: &RawParam,
    ) {
        let Some(default) = default.filter(|default| !matches!(default, PartialValue::Undefined)) else {
            return;
        };
        let named = |member: &&mut Member| matches!(&member.kind, MemberKind::Property { name: known, .. } if known == name);
        let Some(member) = members.iter_mut().find(named) else { return };
        match json(default).and_then(|text| serde_json::from_str(&text).ok()) {
            Some(value) => {
                let has_default = member.facts.keyword("default").is_some();
                if !has_default {
                    member.facts.keywords.insert("default".into(), value);
                }
            }
            None => {
                let message = format!(
                    "the default of {} is lost, because it is computed at the call; write a literal",
                    shown(name)
                );
                self.lost(raw.span.clone(), message);
            }
        }
    }

    fn documented(&mut self, text: &str, env: &Env, at: &Range<usize>) -> Type {
        let written = self.written(text.to_owned(), at);
        self.read(&written, env, at)
    }

    /// Adds the documentation of `@param opts.member` to the type of `opts`.
    fn members(&mut self, ty: &mut Type, vague: bool, raw: &RawParam, dotted: &[&ParamTag], env: &Env) {
        if dotted.is_empty() {
            return;
        }
        let list = matches!(ty, Type::Array(_)) || dotted.iter().all(|tag| tag.name.contains("[]."));
        if vague && !matches!(ty, Type::Object(_) | Type::Array(_)) {
            *ty = Type::Object(Vec::new());
        }
        let target = match &mut *ty {
            Type::Array(element) => &mut **element,
            other => other,
        };
        if vague && !matches!(target, Type::Object(_)) {
            *target = Type::Object(Vec::new());
        }
        let Type::Object(members) = target else { return };
        for tag in dotted {
            let Some((_, name)) = tag.name.split_once('.') else { continue };
            if name.contains('.') {
                self.lost(tag.at.clone(), format!("{} is nested too deep; declare a type", shown(&tag.name)));
                continue;
            }
            let here = members.iter_mut().find(
                |member| matches!(&member.kind, MemberKind::Property { name: known, .. } if known == name),
            );
            match here {
                Some(member) => {
                    if member.facts.description.is_empty() {
                        member.facts.description.clone_from(&tag.text);
                    }
                    if vague && let MemberKind::Property { ty, optional, .. } = &mut member.kind {
                        *optional |= tag.optional;
                        if let Some(text) = &tag.ty {
                            *ty = self.documented(text, env, &tag.at);
                        }
                    }
                }
                None if vague && !matches!(raw.pattern, RawPattern::Object(_)) => {
                    let ty = tag.ty.as_ref().map_or(Type::ANY, |text| self.documented(text, env, &tag.at));
                    let kind = MemberKind::Property {
                        name: name.to_owned(),
                        optional: tag.optional,
                        readonly: false,
                        ty,
                    };
                    members.push(Member { facts: Constraints::described(tag.text.as_str()), kind });
                }
                None => {
                    let message = format!("the type has no member {}", shown(&tag.name));
                    self.say(CodeDiagnosticKind::Documentation, Severity::Warning, tag.at.clone(), message);
                }
            }
        }
        if list && vague && matches!(ty, Type::Object(_)) {
            let element = std::mem::replace(ty, Type::ANY);
            *ty = Type::Array(Box::new(element));
        }
    }
}

/// The member of an object that a function takes apart.
fn destructured((name, default): &(String, Option<PartialValue>)) -> Member {
    let kind = MemberKind::Property {
        name: name.clone(),
        optional: default.is_some(),
        readonly: false,
        ty: inferred(default.as_ref()),
    };
    Member { facts: Constraints::default(), kind }
}

/// The type that a default shows.
fn inferred(default: Option<&PartialValue>) -> Type {
    Type::Keyword(match default {
        Some(PartialValue::String(_)) => Keyword::String,
        Some(PartialValue::Number(_)) => Keyword::Number,
        Some(PartialValue::Boolean(_)) => Keyword::Boolean,
        _ => Keyword::Any,
    })
}

/// Returns whether a type only means "some object", or a list of such.
fn is_vague(ty: &Type) -> bool {
    match ty {
        Type::Keyword(Keyword::Object | Keyword::Any) => true,
        Type::Reference { name, args } if name == "Record" => {
            matches!(args.as_slice(), [_, Type::Keyword(Keyword::Any | Keyword::Unknown)])
        }
        Type::Array(element) => is_vague(element),
        _ => false,
    }
}
