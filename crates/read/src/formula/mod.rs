//! Formulas: all forms in which pages have them become an element `math` whose text is TeX.
//!
//! The decision it embodies: a page often holds a formula twice or three times, as its source, as MathML for assistive
//! technology and as boxes for the eye, of which some are hidden. The source is taken, else MathML, else the
//! structure of the boxes; the others are taken out before anything else looks at the page. A formula whose structure
//! cannot be had is left as the page has it.

mod content;
mod delimiters;
mod drawn;
mod mathml;
mod source;
mod symbols;
#[cfg(test)]
mod tests;
mod writer;

use std::sync::LazyLock;

use memchr::memmem;
use webagents_html::{Dom, Id, Tag};

use self::delimiters::Delimiters;
pub(crate) use self::source::without_bars;
use self::source::{Formula, formula_of, is_tex};
use self::writer::collapse_blanks;
use crate::class::{any_class, has_class};
use crate::limits;
use crate::lists::{Words, section_words};

const LISTS: &str = include_str!("names.txt");

/// Attributes whose value is the TeX of a formula.
static SOURCES: Words = LazyLock::new(|| section_words(LISTS, "attributes of a source"));
/// Classes of pictures of formulas.
static PICTURES: Words = LazyLock::new(|| section_words(LISTS, "pictures"));
/// Classes of what KaTeX, MathJax or a wiki make of a formula.
static RENDERINGS: Words = LazyLock::new(|| section_words(LISTS, "renderings"));
/// Classes of elements whose text is a formula.
static MARKED: Words = LazyLock::new(|| section_words(LISTS, "marked text"));
/// Classes of formulas with a line of their own.
static DISPLAY: Words = LazyLock::new(|| section_words(LISTS, "display"));

/// Makes each formula of a page an element `math` with its TeX as text.
pub(crate) fn resolve_formulas(dom: &mut Dom) {
    if !may_have_formulas(dom) {
        return;
    }
    let delimiters = delimiters::find_delimiters(dom);
    let mut parsed = 0;
    let mut budget = limits::FORMULA_NODES + limits::FORMULA_NODES_PER_NODE * dom.node_count();
    let mut found = false;
    let mut at = Some(Id::DOCUMENT);
    while let Some(id) = at {
        let below = dom.following(id, Id::DOCUMENT);
        let behind = dom.following_skipping(id, Id::DOCUMENT);
        at = below;
        match dom.tag(id) {
            Tag::Text => {
                join_formulas(dom, id);
                found |= split_text(dom, id, delimiters.as_ref());
                at = dom.following(id, Id::DOCUMENT);
            }
            Tag::Pre | Tag::Textarea | Tag::Head if !has_class(dom, id, "math") => {}
            _ => {
                if is_repeated(dom, id) {
                    dom.detach(id);
                    at = behind;
                } else if let Some(formula) = read_formula(dom, id, &mut parsed, &mut budget) {
                    replace_element(dom, id, &formula);
                    found = true;
                    at = behind;
                }
            }
        }
    }
    if found {
        drop_twins(dom);
        dom.count_letters();
    }
}

/// Returns whether a page names formulas at all.
///
/// It costs a look at its text, which most pages do not go beyond.
fn may_have_formulas(dom: &Dom) -> bool {
    dom.has(Tag::Math)
        || [
            "math",
            "MathJax",
            "mjx",
            "katex",
            "latex",
            "LaTeX",
            "formula",
            "codecogs",
            "=tex",
            "cht=tx",
            "arithmatex",
            "auto-render",
            "inlineMath",
            "\\begin{",
        ]
        .iter()
        .any(|word| memmem::find(dom.shared_text(), word.as_bytes()).is_some())
        || dom.has_attribute(|name, value| {
            value == "tex" && name == "class" || name.starts_with("data-") && SOURCES.contains(&name)
        })
        || dom.has_name(|name| name.starts_with("mjx-") || name.ends_with(":math") || name == "math-renderer")
}

fn replace_element(dom: &mut Dom, id: Id, formula: &Formula) {
    dom.make_formula(id, &formula.tex);
    dom.set_attribute(id, "display", if formula.is_display { "block" } else { "inline" });
}

/// The formula that an element is.
fn read_formula(dom: &Dom, id: Id, parsed: &mut usize, budget: &mut usize) -> Option<Formula> {
    let named = dom.name(id);
    let is_math = dom.tag(id) == Tag::Math || named.ends_with(":math");
    let read = if dom.tag(id) == Tag::Script {
        read_script(dom, id, parsed)?
    } else if is_math && spend_nodes(dom, id, budget) {
        read_math(dom, id)
    } else if dom.tag(id) == Tag::Img {
        read_image(dom, id)?
    } else if is_container(dom, id) && spend_nodes(dom, id, budget) {
        read_rendering(dom, id, parsed).filter(|found| !has_more_text(dom, id, &found.tex))?
    } else if let Some(tex) = find_attribute(dom, id) {
        formula_of(tex, is_display(dom, id))
    } else if is_marked(dom, id) && spend_nodes(dom, id, budget) {
        read_source(dom, id)?
    } else {
        return None;
    };
    (!read.tex.is_empty()).then_some(read)
}

/// Subtracts the nodes below an element from the budget; returns `false` once it is spent.
fn spend_nodes(dom: &Dom, id: Id, budget: &mut usize) -> bool {
    let count = dom.descendants(id).take(*budget).count();
    *budget -= count;
    *budget > 0
}

/// `<script type="math/tex; mode=display">`.
fn read_script(dom: &Dom, id: Id, parsed: &mut usize) -> Option<Formula> {
    let kind = dom.attribute(id, "type")?.to_ascii_lowercase();
    let is_display = kind.contains("mode=display");
    let text: String = dom.children(id).map(|child| dom.text(child)).collect();
    match kind.split(';').next().unwrap_or_default().trim() {
        "math/tex" | "math/latex" | "math/x-tex" | "text/x-tex" => Some(formula_of(&text, is_display)),
        "math/mml" | "math/mathml" => parse_mathml(&text, parsed),
        _ => None,
    }
}

/// The formula of MathML as text.
fn parse_mathml(text: &str, parsed: &mut usize) -> Option<Formula> {
    *parsed += text.len() + 256;
    if *parsed > limits::FORMULA_BYTES {
        return None;
    }
    let inner = webagents_html::parse(text).dom;
    inner.find(Id::DOCUMENT, Tag::Math).map(|id| read_math(&inner, id))
}

/// The formula of a `<math>` element.
fn read_math(dom: &Dom, id: Id) -> Formula {
    let is_display = is_display(dom, id);
    let below = || dom.descendants(id).skip(1);
    let annotation = below().find(|&at| {
        dom.name(at).ends_with("annotation")
            && dom.attribute(at, "encoding").is_some_and(|encoding| {
                let encoding = encoding.to_ascii_lowercase();
                encoding.contains("tex")
            })
    });
    if let Some(tex) = annotation.map(|id| dom.text_content(id)).filter(|tex| !tex.trim().is_empty()) {
        return formula_of(&tex, is_display);
    }
    let named = find_attribute(dom, id).or_else(|| dom.attribute(id, "alttext").filter(|text| is_tex(text)));
    if let Some(tex) = named {
        return formula_of(tex, is_display);
    }
    let tex = mathml::tex_of_mathml(dom, id);
    if tex.is_empty() {
        return formula_of(dom.attribute(id, "alttext").unwrap_or_default(), is_display);
    }
    Formula { tex: source::clean_source(&tex), is_display }
}

/// A picture of a formula, with its TeX as the description.
fn read_image(dom: &Dom, id: Id) -> Option<Formula> {
    let text = find_attribute(dom, id).or_else(|| dom.attribute(id, "alt")).map(str::trim)?;
    let src = dom.attribute(id, "src").unwrap_or_default();
    let is_named = any_class(dom, id, |class| class.starts_with("mwe-math") || PICTURES.contains(&class));
    let is_made =
        ["latex.codecogs.com", "latex.php?", "cht=tx", "/math/render/", "/equation?tex=", "/mathtex.cgi"]
            .iter()
            .any(|part| src.contains(part));
    // Sphinx has a display formula as a picture in an element of the class.
    let is_alone = || is_tex(text) && find_element_around(dom, id).is_some();
    let is_delimited = || source::strip_delimiters(text).is_some_and(|found| is_tex(&found.tex));
    let has_source = find_attribute(dom, id).is_some();
    let is_formula = !text.is_empty() && (is_named || is_made || has_source || is_alone() || is_delimited());
    let is_centred = any_class(dom, id, |class| {
        class.contains("display") || matches!(class, "latexcenter" | "numberedequation")
    });
    is_formula.then(|| formula_of(text, is_centred || find_element_around(dom, id).is_some()))
}

/// Returns the block of the class `math` around a picture, if it shows only the picture and a number.
fn find_element_around(dom: &Dom, image: Id) -> Option<Id> {
    let above = std::iter::successors(dom.parent(image), |&above| dom.parent(above));
    let found = above
        .take(2)
        .find(|&above| matches!(dom.tag(above), Tag::Div | Tag::P) && has_class(dom, above, "math"))?;
    let nodes = || dom.descendants(found).skip(1).take(16);
    let is_lone = nodes().filter(|&at| dom.tag(at) == Tag::Img).count() == 1;
    let letters: u32 = nodes().map(|at| dom.letters(at)).sum();
    (is_lone && letters <= 16).then_some(found)
}

/// Returns whether an element is what KaTeX, MathJax or a wiki make of a formula.
fn is_container(dom: &Dom, id: Id) -> bool {
    dom.name(id) == "mjx-container" || any_class(dom, id, |class| RENDERINGS.contains(&class))
}

/// The formula of a rendering: its source, its MathML, or the structure of its boxes.
fn read_rendering(dom: &Dom, id: Id, parsed: &mut usize) -> Option<Formula> {
    let below = || dom.descendants(id);
    let is_display =
        is_display(dom, id) || below().take(8).any(|at| is_container(dom, at) && is_display(dom, at));
    // An element with several formulas is not a formula itself.
    let count = |holds: &dyn Fn(Id) -> bool| below().skip(1).filter(|&at| holds(at)).take(2).count();
    if count(&|at| dom.tag(at) == Tag::Math) > 1 || count(&|at| dom.tag(at) == Tag::Script) > 1 {
        return None;
    }
    if let Some(tex) = find_attribute(dom, id) {
        return Some(formula_of(tex, is_display));
    }
    if let Some(found) =
        below().filter(|&at| dom.tag(at) == Tag::Script).find_map(|at| read_script(dom, at, parsed))
    {
        return Some(Formula { is_display: found.is_display || is_display, ..found });
    }
    if let Some(math) = below().find(|&at| dom.tag(at) == Tag::Math) {
        let found = read_math(dom, math);
        if !found.tex.is_empty() {
            return Some(Formula { is_display: found.is_display || is_display, ..found });
        }
    }
    if let Some(tex) = below().find_map(|at| find_attribute(dom, at)) {
        return Some(formula_of(tex, is_display));
    }
    if let Some(found) = below().find_map(|at| parse_mathml(dom.attribute(at, "data-mathml")?, parsed)) {
        return Some(Formula { is_display, ..found });
    }
    if let Some(found) = below().filter(|&at| dom.tag(at) == Tag::Img).find_map(|at| read_image(dom, at)) {
        return Some(Formula { is_display: found.is_display || is_display, ..found });
    }
    let tex = drawn::tex_of_drawing(dom, id).or_else(|| find_description(dom, id))?;
    Some(Formula { tex: source::clean_source(&tex), is_display })
}

/// Returns a text for a formula of unknown structure: its description, or a note that it is there.
fn find_description(dom: &Dom, id: Id) -> Option<String> {
    let label = dom.descendants(id).find_map(|at| dom.attribute(at, "aria-label"));
    let is_hidden = || dom.descendants(id).any(|at| dom.attribute(at, "aria-hidden") == Some("true"));
    match label.map(collapse_blanks).filter(|label| !label.is_empty()) {
        Some(label) => Some(writer::escape_words(&label)),
        // Text that shows is left as it is.
        None => is_hidden().then(|| writer::escape_words("[formula]")),
    }
}

/// The TeX that an element has in an attribute.
fn find_attribute(dom: &Dom, id: Id) -> Option<&str> {
    let value = SOURCES.iter().find_map(|name| dom.attribute(id, name)).or_else(|| {
        let is_quill = has_class(dom, id, "ql-formula");
        if is_quill { dom.attribute(id, "data-value") } else { None }
    })?;
    let text = value.trim();
    let is_switch = matches!(
        text.to_ascii_lowercase().as_str(),
        "" | "true" | "false" | "0" | "1" | "on" | "off" | "inline" | "block" | "display" | "yes" | "no"
    );
    if is_switch || text.starts_with("{\"") || text.starts_with("[{") {
        return None;
    }
    (!has_more_text(dom, id, text)).then_some(text)
}

/// Returns whether an element has more text than a formula with this source.
///
/// The source may be in it in two or three forms.
fn has_more_text(dom: &Dom, id: Id, tex: &str) -> bool {
    let most = u64::try_from(tex.len()).unwrap_or(u64::MAX).saturating_mul(8).saturating_add(32);
    let mut letters = 0_u64;
    dom.descendants(id).any(|at| {
        letters += u64::from(dom.letters(at));
        letters > most
    })
}

/// Returns whether an element declares its text as a formula.
fn is_marked(dom: &Dom, id: Id) -> bool {
    dom.name(id) == "math-renderer"
        || dom.attribute(id, "data-math-style").is_some()
        || any_class(dom, id, |class| MARKED.contains(&class))
}

/// The formula that is the text of an element.
fn read_source(dom: &Dom, id: Id) -> Option<Formula> {
    // Only text and breaks: an element with other elements in it is more than a source.
    if dom
        .descendants(id)
        .skip(1)
        .any(|at| !matches!(dom.tag(at), Tag::Text | Tag::Br | Tag::Code | Tag::Wbr))
    {
        return None;
    }
    let text = dom.text_content(id);
    if let Some(found) = source::strip_delimiters(&text) {
        return Some(Formula { is_display: found.is_display || is_display(dom, id), ..found });
    }
    // A text without delimiters counts only if the element is meant for TeX.
    let is_source = dom.attribute(id, "data-math-style").is_some()
        || any_class(dom, id, |class| matches!(class, "math-inline" | "math-display")) && is_tex(&text);
    is_source.then(|| formula_of(&text, is_display(dom, id)))
}

/// Returns whether an element declares its formula as a block of its own.
fn is_display(dom: &Dom, id: Id) -> bool {
    let says = |name: &str| dom.attribute(id, name).map(str::to_ascii_lowercase);
    matches!(says("display").as_deref(), Some("true" | "block"))
        || matches!(says("mode").as_deref(), Some("display"))
        || matches!(says("data-display").as_deref(), Some("true" | "block"))
        || matches!(says("data-math-style").as_deref(), Some("display"))
        || any_class(dom, id, |class| DISPLAY.contains(&class))
}

/// Returns whether an element is a rendering whose source follows it (MathJax 2).
fn is_repeated(dom: &Dom, id: Id) -> bool {
    let is_rendered = any_class(dom, id, |class| {
        class.starts_with("MathJax") || class.starts_with("MJX") || class == "mjx-chtml"
    });
    if !is_rendered {
        return false;
    }
    let mut after = std::iter::successors(dom.next(id), |&at| dom.next(at)).take(6);
    after.find(|&at| !dom.text(at).trim().is_empty() || dom.tag(at) == Tag::Script).is_some_and(|at| {
        dom.attribute(at, "type").is_some_and(|kind| kind.trim_start().starts_with("math/"))
    })
}

/// Removes the second of two equal adjacent formulas, of which one is a picture for the other.
fn drop_twins(dom: &mut Dom) {
    let mut twins = Vec::new();
    for id in dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == Tag::Math) {
        let Some(next) = dom.next(id).filter(|&next| dom.tag(next) == Tag::Math) else { continue };
        let text = |id: Id| dom.first_child(id).map(|child| dom.text(child));
        let is_picture = |id: Id| dom.attribute(id, "src").is_some() || dom.attribute(id, "alt").is_some();
        if text(id) == text(next) && is_picture(id) != is_picture(next) {
            twins.push(next);
        }
    }
    for twin in twins {
        dom.detach(twin);
    }
}

/// Returns whether a text is in a place that no program searches for formulas.
fn is_code(dom: &Dom, id: Id) -> bool {
    std::iter::successors(dom.parent(id), |&above| dom.parent(above)).any(|above| {
        matches!(
            dom.tag(above),
            Tag::Pre
                | Tag::Code
                | Tag::Kbd
                | Tag::Samp
                | Tag::Script
                | Tag::Style
                | Tag::Textarea
                | Tag::Math
                | Tag::Title
                | Tag::Head
                | Tag::Svg
        )
    })
}

/// Maximum number of siblings over which one environment extends.
const LINES: usize = 128;

/// Joins a text with an environment that continues after line breaks, which mean nothing in a formula.
///
/// Programs for blogs make a break of the end of each line.
fn join_formulas(dom: &mut Dom, id: Id) {
    let text = dom.text(id);
    let Some(begins) = memmem::rfind(text.as_bytes(), b"\\begin{") else { return };
    let is_break = |at: Id| matches!(dom.tag(at), Tag::Br | Tag::Wbr);
    let Some(end) = source::end_of_environment(&text[begins..]) else { return };
    if text[begins..].contains(&end) || !dom.next(id).is_some_and(is_break) || is_code(dom, id) {
        return;
    }
    let mut joined = text.to_owned();
    let mut parts = Vec::new();
    for at in std::iter::successors(dom.next(id), |&at| dom.next(at)).take(LINES) {
        match dom.tag(at) {
            Tag::Text => joined.push_str(dom.text(at)),
            Tag::Br | Tag::Wbr => joined.push('\n'),
            _ => return,
        }
        parts.push(at);
        if dom.text(at).contains(&end) {
            for part in parts {
                dom.detach(part);
            }
            dom.set_text(id, &joined);
            return;
        }
    }
}

/// Makes elements of the formulas in a text: environments, and text between delimiters.
///
/// The latter are formulas only if a program typesets the page.
fn split_text(dom: &mut Dom, id: Id, delimiters: Option<&Delimiters>) -> bool {
    let text = dom.text(id);
    let pairs = delimiters.map_or(&[][..], |delimiters| &delimiters.pairs);
    if !text.contains("\\begin{") && !pairs.iter().any(|pair| text.contains(&pair.open)) {
        return false;
    }
    if is_code(dom, id) {
        return false;
    }
    let text = text.to_owned();
    let mut rest = text.as_str();
    let mut found = false;
    // Where a sign has no end, no later one of its kind has.
    let mut open_ended = vec![false; pairs.len()];
    let escapes = delimiters.is_some_and(|delimiters| delimiters.escapes);
    let mut unended = Vec::new();
    let mut plain = String::new();
    while let Some(at) = rest.find(['\\', '$']) {
        let (before, here) = rest.split_at(at);
        plain.push_str(before);
        let kind = pairs.iter().enumerate().find(|(_, pair)| here.starts_with(&pair.open));
        let end = kind.and_then(|(kind, pair)| {
            let ends = open_ended.get_mut(kind)?;
            if *ends {
                return None;
            }
            let end = pair.find_end(&here[pair.open.len()..]);
            *ends = end.is_none();
            end.map(|end| (pair.open.len(), end, pair.close.len(), pair.is_display))
        });
        let end = end.or_else(|| source::find_environment(here, &mut unended).map(|end| (0, end, 0, true)));
        rest = match end {
            Some((open, end, close, is_display)) if !here[open..open + end].trim().is_empty() => {
                let tex = source::clean_source(&here[open..open + end]);
                if !plain.is_empty() {
                    dom.insert_text(id, &std::mem::take(&mut plain));
                }
                let math = dom.insert_formula(id, &tex);
                dom.set_attribute(math, "display", if is_display { "block" } else { "inline" });
                found = true;
                &here[open + end + close..]
            }
            _ => {
                let width = here.chars().take(2).map(char::len_utf8).sum();
                let width = if here.starts_with('$') { 1 } else { width };
                let is_escape = escapes && here.starts_with("\\$");
                plain.push_str(if is_escape { "$" } else { &here[..width] });
                found |= is_escape;
                &here[width..]
            }
        };
    }
    if found {
        plain.push_str(rest);
        dom.set_text(id, &plain);
    }
    found
}
