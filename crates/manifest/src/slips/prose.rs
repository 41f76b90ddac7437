//! Headings of sections that are prose or may be names of tools without parameters.

use super::is_small_name;
use crate::scan::{Mark, MarkKind};
use crate::span::Span;

/// Words that usually head prose.
const WORDS: &str = "\
    about access accessibility account accounts actions address advice agents api apis appendix architecture \
    articles audience auth authentication author authorization authors background basics benefits billing blog \
    brand brands calendar careers catalog catalogue categories caveats changelog changes collections commands \
    community company compatibility concepts conditions configuration constraints contact contacts contents \
    context contributing contributors conventions cookies copyright credits currencies currency customers data \
    datasets dates delivery demo dependencies description design details development directory disclaimer docs \
    documentation documents domain download downloads endpoints entities errors etiquette events example \
    examples exceptions extras facts faq faqs features feedback fees footer formats formatting forms functions \
    general glossary goals guarantee guide guidelines guides header help hints history home hours idea ideas \
    impressum index info information input inputs install installation instructions integration integrations \
    intro introduction issues items jobs kontakt language languages layout legal licence license licenses \
    licensing limitations limits links locales location locations logic maintainers maintenance media members \
    menu metadata methods misc miscellaneous mission models more motivation naming navigation news note notes \
    notice notices objects offers operations options orders other output outputs overview pages parameters \
    params partners parts payment payments people performance permissions philosophy plan plans platforms \
    policies policy preface preferences premise prerequisites press prices pricing principles privacy process \
    products profile project projects properties purpose questions quickstart quotas rates rationale readme \
    recommendations reference references refunds regions related release releases remarks requirements resources \
    response responses result results return returns rights roadmap roles rules samples schedule schema schemas \
    scope scripts sections security services session sessions settings setup shipping sitemap sizes sources \
    specification specifications staff standards state states statistics stats status steps stock storage stores \
    structure style styles summary support syntax tasks team technology terminology terms testimonials testing \
    tests themes times tips todo tools topics troubleshooting tutorial tutorials types units updates urls usage \
    users values version versions vocabulary warning warnings warranty website welcome why workflow workflows";

/// Bytes of text below a heading that a tool's description hardly has.
const LONGEST: usize = 600;

/// Returns whether a section without subsections may be a tool without parameters: `## logout`.
///
/// The heading is one word in small letters that hardly heads prose, and a short paragraph follows it, if any text does.
pub(crate) fn may_be_tool(source: &str, heading: &str, body: Span, marks: &[Mark]) -> bool {
    let is_plain = |mark: &Mark| matches!(mark.kind, MarkKind::Comment { closed: true });
    let text = source[body.range()].trim();
    let is_list = text.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with(['-', '*', '+', '|', '#']) || line.starts_with(|c: char| c.is_ascii_digit())
    });
    is_small_name(heading)
        && heading.len() > 1
        && !heading.split(['-', '$']).any(is_usual)
        && marks.iter().all(is_plain)
        && text.len() <= LONGEST
        && !is_list
}

fn is_usual(word: &str) -> bool {
    WORDS.split_ascii_whitespace().any(|known| known == word)
}
