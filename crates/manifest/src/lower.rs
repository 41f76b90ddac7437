//! Lowering of marks to values: the meaning of each block of a document.
//!
//! Lowering decides which section is a tool, reads the lines of each with the grammar, and reports text without
//! effect. No text is dropped without a diagnostic, and text without a place in the model becomes a note of its tool
//! or a section of prose.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::findings::Findings;
use crate::lines;
use crate::model::{Manifest, Section, Tool};
use crate::name::{NameError, ToolName};
use crate::protect::{self, TextContext};
use crate::scan::{self, Mark, MarkKind, Slip};
use crate::section;
use crate::shared::{Document, Text};
use crate::source_map::{SourceMap, ToolSpans};
use crate::span::{Span, name_text, span_of};
use crate::subsection::Subsection;
use crate::text;
use crate::{compact, grammar, likeness, limits, slips};

/// Result of parsing a `webagents.md` file: the manifest, diagnostics and source positions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// Manifest that the `webagents.md` text declares: the site's name, tools and other sections.
    pub manifest: Manifest,
    /// Diagnostics about the `webagents.md` text, in the order of their positions.
    ///
    /// At most [`limits::DIAGNOSTICS`](crate::limits::DIAGNOSTICS), and one that reports how many were left out.
    pub diagnostics: Vec<Diagnostic>,
    /// Byte ranges, in the parsed text, of the manifest's tools and parameters.
    pub source_map: SourceMap,
    /// Parsed text, which spans are offsets into; bytes that are not UTF-8 were replaced by U+FFFD.
    pub content: Text,
}

/// Parses the text of a `webagents.md` file; never fails, but reports problems as diagnostics.
///
/// Problems are in [`Parsed::diagnostics`]. It never panics, and takes time linear in the length of `text`.
///
/// ```
/// use webagents_manifest::{Code, parse};
/// let parsed = parse("# Shop\n\n## search\n\n### Params\n- query: the words\n");
/// assert_eq!(parsed.manifest.tools[0].name.as_str(), "search");
/// assert_eq!(parsed.diagnostics[0].code, Code::ParamSyntax);
/// assert_eq!(parsed.diagnostics[0].help(), "Write: - `name` (type, required): description");
/// ```
pub fn parse(text: &str) -> Parsed {
    parse_text(text, Findings::default())
}

/// Parses the bytes of a `webagents.md` file; invalid UTF-8 is replaced and reported.
///
/// A byte order mark is skipped. Bytes that are not UTF-8 are read as U+FFFD and reported with
/// [`Code::DocumentEncoding`].
pub fn parse_bytes(bytes: &[u8]) -> Parsed {
    let mut findings = Findings::default();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) => {
            let at = error.valid_up_to();
            // The replacement character is three bytes long.
            findings.push(Code::DocumentEncoding, Span::new(at, at + 3), || {
                format!("the file is not UTF-8: byte {at} does not belong to a character")
            });
            String::from_utf8_lossy(bytes)
        }
    };
    parse_text(&text, findings)
}

fn parse_text(text: &str, findings: Findings) -> Parsed {
    let full_length = text.len();
    // The one copy of the document, which the texts of the manifest refer to.
    let content = Document::new(&text[..text.floor_char_boundary(limits::DOCUMENT_BYTES)]);
    let mut lowering = Lowering {
        source: &content,
        manifest: Manifest::default(),
        source_map: SourceMap::default(),
        names: HashSet::new(),
        findings,
        dropped_tools: 0,
        listed: Vec::new(),
        bare: Vec::new(),
    };
    if content.len() < full_length {
        let left = full_length - content.len();
        let end = Span::new(content.len(), content.len());
        lowering.findings.push(Code::LimitDocument, end, || {
            format!("the document is {left} bytes longer than the {} that are read", limits::DOCUMENT_BYTES)
        });
    }
    lowering.document();
    let Lowering { manifest, source_map, findings, .. } = lowering;
    Parsed { manifest, diagnostics: findings.finish(), source_map, content: content.into() }
}

/// State of one parse.
struct Lowering<'a> {
    source: &'a Document,
    manifest: Manifest,
    source_map: SourceMap,
    /// Names of the tools.
    ///
    /// The hash keys are random, so that no site can choose names that collide, and nothing depends on its order.
    names: HashSet<&'a str>,
    findings: Findings,
    dropped_tools: usize,
    /// Lines of prose that name a tool by a signature, the name, and whether a heading announces tools.
    listed: Vec<(Span, Span, bool)>,
    /// Headings of sections that may be tools without parameters.
    bare: Vec<Span>,
}

/// Part of the document between two places where structure of the first level begins.
#[derive(Debug, Clone, Copy)]
enum Segment {
    /// Before any section.
    Prelude,
    Heading {
        level: u8,
        text: Span,
    },
    /// After a compact tool, without a heading.
    Loose,
}

impl<'a> Lowering<'a> {
    fn document(&mut self) {
        let mut start = if self.source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        if let Some(span) = scan::front_matter(self.source, start) {
            self.findings.push(
                Code::DocumentFrontMatter,
                span,
                || "the file begins with front matter, which was skipped",
            );
            start = span.end;
        }
        self.sections(start);
        self.report_listed();
        self.report_bare();
        slips::lone_cr(self.source, &mut self.findings);
        if self.manifest.tools.is_empty() && !self.findings.explain_missing_tools() {
            slips::no_tools(self.source, start, &mut self.findings);
        }
        if self.manifest.name.is_empty() {
            self.findings.push(
                Code::DocumentNoName,
                Span::new(start, start),
                || "no `#` heading names the site",
            );
        }
        if self.dropped_tools > 0 {
            let end = Span::new(self.source.len(), self.source.len());
            let dropped = self.dropped_tools;
            self.findings.push(Code::LimitTools, end, || format!("{dropped} tools were left out"));
        }
    }

    /// Reads the document from `start` on.
    fn sections(&mut self, start: usize) {
        let mut end = self.source.len();
        let mut scan = scan::scan_document(self.source, Span::new(start, end), limits::BLOCKS);
        if let Some(&Mark { span, .. }) = scan.marks.get(limits::BLOCKS) {
            end = span.start;
            scan.marks.truncate(limits::BLOCKS);
            self.findings.push_first(Code::LimitBlocks, span, "the document was read up to here");
        }
        let mut block = Segment::Prelude;
        let mut body = start;
        let mut named = false;
        // The first mark that was not lowered.
        let mut next = 0;
        for (at, &mark) in scan.marks.iter().enumerate().filter(|(_, mark)| mark.begins_section()) {
            let before = &scan.marks[next..at];
            // Only a compact tool contains marks of its own.
            let rest = &scan.marks[at + 1..];
            let inside = rest.iter().take_while(|inner| inner.span.start < mark.next).count();
            self.report_marks(&scan.marks, next..at + 1 + inside, scan.end);
            self.block(block, Span::new(body, mark.span.start), before, &mut named);
            body = mark.next;
            block = match mark.kind {
                MarkKind::Compact { header_end } => {
                    let body = Span::new(header_end, mark.next);
                    self.compact_tool(mark.span, body, &rest[..inside]);
                    Segment::Loose
                }
                MarkKind::Heading { level, text, .. } => Segment::Heading { level, text },
                // Nothing else begins a section.
                _ => Segment::Loose,
            };
            next = at + 1 + inside;
        }
        self.report_marks(&scan.marks, next..scan.marks.len(), scan.end);
        self.block(block, Span::new(body.min(end), end), &scan.marks[next..], &mut named);
    }

    /// Reports the marks in `range`, shortly before the part of the document that they are in is read.
    ///
    /// So the first findings count if there are too many.
    fn report_marks(&mut self, marks: &[Mark], range: Range<usize>, end: usize) {
        for (at, mark) in marks.iter().enumerate().take(range.end).skip(range.start) {
            let line = || lines::line_at(self.source, mark.span.start, mark.span.end).span;
            let (code, message) = match mark.kind {
                MarkKind::Fence { closed: false, .. } => {
                    (Code::FenceUnclosed, "this fence is never closed, so it hides the rest of the document")
                }
                MarkKind::Comment { closed: false } => (
                    Code::CommentUnclosed,
                    "this comment is never closed, so it hides the rest of the document",
                ),
                MarkKind::Setext => (Code::HeadingSetext, "an underlined heading is text in this format"),
                MarkKind::BrokenCompact => (
                    Code::CompactHeader,
                    "the parenthesis of this signature, or a bracket or quote in it, does not close, so the line is text",
                ),
                MarkKind::Slip(Slip::Unspaced) => {
                    let at = line();
                    self.findings.push(Code::HeadingUnspaced, at, || {
                        let heading = likeness::line::spaced_heading(&self.source[at.range()]);
                        format!("expected a blank after the hashes, so this line is text; write `{heading}`")
                    });
                    continue;
                }
                MarkKind::Slip(Slip::Header) => {
                    (Code::CompactNearMiss, "this line looks like the header of a tool, but it is text")
                }
                MarkKind::Slip(Slip::Html) => {
                    let at = line();
                    self.findings.push(Code::HeadingHtml, at, || {
                        let heading = likeness::line::markdown_heading(self.source[at.start..].trim_start());
                        format!("a heading in HTML is text in this format; write `{heading}`")
                    });
                    continue;
                }
                MarkKind::Deep { text } => {
                    let end = marks.get(at + 1).map_or(end, |next| next.span.start).max(mark.next);
                    slips::deep_heading(self.source, text, Span::new(mark.next, end), &mut self.findings);
                    continue;
                }
                _ => continue,
            };
            self.findings.push(code, line(), || message);
        }
    }

    fn block(&mut self, block: Segment, body: Span, marks: &[Mark], named: &mut bool) {
        match block {
            Segment::Prelude => {
                slips::level_1(self.source, None, body, marks, &mut self.findings);
                self.describe(body, marks);
            }
            Segment::Loose => {
                slips::level_1(self.source, None, body, marks, &mut self.findings);
                let text = self.prose(body, marks);
                if !text.is_empty() {
                    self.manifest.sections.push(Section::new("", text));
                }
            }
            Segment::Heading { level: 1, text: name } if !*named => {
                *named = true;
                self.manifest.name = self.source.part(name_text(self.source, name));
                slips::level_1(self.source, Some(name), body, marks, &mut self.findings);
                self.describe(body, marks);
            }
            Segment::Heading { level: 1, text: heading } => {
                self.findings.push(
                    Code::SectionSecondName,
                    heading,
                    || "a second `#` heading; it was read as a section",
                );
                slips::level_1(self.source, Some(heading), body, marks, &mut self.findings);
                let section = Section { level: 1, ..self.section(heading, body, marks) };
                self.manifest.sections.push(section);
            }
            Segment::Heading { text: heading, .. } => self.heading_section(heading, body, marks),
        }
    }

    /// Stores the lines of a text that declare a tool by a signature, to be checked at the end.
    fn list_tools(&mut self, heading: Option<Span>, body: Span) {
        const MOST: usize = 200;
        if self.listed.len() >= MOST || !self.source[body.range()].contains('(') {
            return;
        }
        let source = self.source;
        let heads = heading.is_some_and(|at| slips::content::heads_tools(name_text(source, at)));
        let named = slips::content::plain_lines(source, body).filter_map(|(line, text)| {
            Some((line, span_of(source, slips::content::listed_tool(text)?), heads))
        });
        self.listed.extend(named.take(MOST));
    }

    /// Reports each line that declares a tool by a signature and that the document does not contain.
    fn report_listed(&mut self) {
        let none = self.manifest.tools.is_empty();
        for (line, name, heads) in std::mem::take(&mut self.listed) {
            let name = &self.source[name.range()];
            if (none || heads) && self.manifest.tool(name).is_none() {
                self.findings.push(Code::ToolNearMiss, line, || {
                    format!(
                        "this line looks like the tool `{}`; write `## {0}` and `### Params`",
                        text::shorten(name)
                    )
                });
            }
        }
    }

    /// Reports sections that may be tools without parameters, in a document that has tools.
    fn report_bare(&mut self) {
        for heading in std::mem::take(&mut self.bare) {
            let name = name_text(self.source, heading);
            if !self.manifest.tools.is_empty() && self.manifest.tool(name).is_none() {
                self.findings.push(Code::ToolBareName, heading, || {
                    format!("`{}` may be a tool, but no subsection makes it one", text::shorten(name))
                });
            }
        }
    }

    /// Reports a tool's name that begins with the object that the tools are members of.
    fn report_global(&mut self, name: &str, at: Span) {
        let Some(rest) = name.strip_prefix("global.") else { return };
        if ToolName::read(self.source, rest).is_ok() {
            self.findings.push(Code::ToolGlobal, at, || {
                let (name, rest) = (text::shorten(name), text::shorten(rest));
                format!("`{name}` is called as `global[\"{name}\"]`; write `{rest}`")
            });
        }
    }

    fn describe(&mut self, body: Span, marks: &[Mark]) {
        self.list_tools(None, body);
        let text = self.prose(body, marks);
        let description = &mut self.manifest.description;
        if description.is_empty() {
            *description = text;
        } else if !text.is_empty() {
            *description = format!("{description}\n\n{text}").into();
        }
    }

    fn prose(&mut self, body: Span, marks: &[Mark]) -> Text {
        slips::fenced_tools(self.source, marks, &mut self.findings);
        protect::free_text(self.source, body, marks, TextContext::Section)
    }

    fn section(&mut self, heading: Span, body: Span, marks: &[Mark]) -> Section {
        self.list_tools(Some(heading), body);
        Section::new(self.source.part(name_text(self.source, heading)), self.prose(body, marks))
    }

    /// Reads a `##` section.
    ///
    /// It is a tool if its heading is a tool's name and one of its subsections makes it one.
    fn heading_section(&mut self, heading: Span, body: Span, marks: &[Mark]) {
        let text = name_text(self.source, heading);
        let makes_tool = marks.iter().any(|mark| match mark.kind {
            MarkKind::Heading { text, .. } => {
                Subsection::of(name_text(self.source, text)).is_some_and(Subsection::makes_tool)
            }
            _ => false,
        });
        if !makes_tool {
            const MOST: usize = 200;
            let before = self.findings.count();
            slips::section(self.source, heading, body, marks, &mut self.findings);
            let is_explained = self.findings.count() > before;
            if !is_explained && self.bare.len() < MOST && slips::may_be_tool(self.source, text, body, marks) {
                self.bare.push(heading);
            }
            let section = self.section(heading, body, marks);
            self.manifest.sections.push(section);
            return;
        }
        let shape = grammar::tool_heading(text);
        let written = shape.as_ref().map_or(text, |shape| shape.name);
        let Some(name) = self.tool_name(written, heading) else {
            let section = self.section(heading, body, marks);
            self.manifest.sections.push(section);
            return;
        };
        if let Some(shape) = shape {
            if shape.backticks {
                self.findings.push(Code::ToolBackticks, heading, || "the tool's name is in backticks");
            }
            if shape.signature {
                self.findings.push(
                    Code::ToolSignature,
                    heading,
                    || "the signature in the heading was skipped",
                );
            }
        }
        let block = Span::new(heading.start, body.end);
        if !self.is_new(written, heading) {
            return;
        }
        self.report_global(written, heading);
        let (mut tool, mut spans) = (Tool::new(name), ToolSpans::new(block, heading));
        let subsections = section::split(body, marks);
        tool.description =
            protect::free_text(self.source, subsections.intro, subsections.intro_marks, TextContext::Tool);
        section::lower(self.source, &subsections, &mut tool, &mut spans, &mut self.findings);
        self.push_tool(tool, spans);
    }

    fn compact_tool(&mut self, header: Span, body: Span, marks: &[Mark]) {
        let (written, signature) = grammar::tool_header_parts(&self.source[header.range()]);
        let name_span = span_of(self.source, written);
        let Some(name) = self.tool_name(written, name_span) else {
            let block = Span::new(header.start, body.end);
            let text = text::normalize(&self.source[block.range()]);
            let text = protect::protect(&text, TextContext::Section).into_owned();
            self.manifest.sections.push(Section::new("", text));
            return;
        };
        if !self.is_new(written, name_span) {
            return;
        }
        self.report_global(written, name_span);
        let block = Span::new(header.start, body.end);
        let source = self.source;
        let (mut tool, mut spans) = (Tool::new(name), ToolSpans::new(block, name_span));
        compact::lower(source, signature, body, marks, &mut tool, &mut spans, &mut self.findings);
        self.push_tool(tool, spans);
        let next = lines::line_at(source, body.end, source.len()).span;
        if compact::is_margin_key(&source[next.range()]) {
            self.findings.push(Code::CompactNearMiss, next, || {
                let name = text::shorten(written);
                format!(
                    "this key at the margin is not part of the tool `{name}`; indent the keys by two spaces"
                )
            });
        }
    }

    fn tool_name(&mut self, name: &str, at: Span) -> Option<ToolName> {
        let error = match ToolName::read(self.source, name) {
            Ok(name) => return Some(name),
            Err(error) => error,
        };
        let code = if error == NameError::Reserved { Code::ToolReservedName } else { Code::ToolName };
        self.findings.push(code, at, || format!("`{}` is not a tool's name: {error}", text::shorten(name)));
        None
    }

    /// Returns whether no tool has this name yet; of two tools with one name the first counts.
    fn is_new(&mut self, name: &'a str, at: Span) -> bool {
        let is_new = self.names.insert(name);
        if !is_new {
            self.findings
                .push(Code::ToolDuplicate, at, || format!("a tool called `{name}` was declared before"));
        }
        is_new
    }

    /// Adds a tool, or counts it if there are too many.
    fn push_tool(&mut self, tool: Tool, spans: ToolSpans) {
        if self.manifest.tools.len() == limits::TOOLS {
            self.dropped_tools += 1;
            return;
        }
        self.manifest.tools.push(tool);
        self.source_map.tools.push(spans);
    }
}
