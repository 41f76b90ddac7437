//! Characters of formulas as TeX commands, and names of functions.

/// The TeX of a character that has a command of its own.
#[expect(clippy::too_many_lines, reason = "a list of characters")]
pub(super) fn command(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "\\alpha",
        'β' => "\\beta",
        'γ' => "\\gamma",
        'δ' => "\\delta",
        'ε' => "\\varepsilon",
        'ϵ' => "\\epsilon",
        'ζ' => "\\zeta",
        'η' => "\\eta",
        'θ' => "\\theta",
        'ϑ' => "\\vartheta",
        'ι' => "\\iota",
        'κ' => "\\kappa",
        'λ' => "\\lambda",
        'μ' | 'µ' => "\\mu",
        'ν' => "\\nu",
        'ξ' => "\\xi",
        'π' => "\\pi",
        'ϖ' => "\\varpi",
        'ρ' => "\\rho",
        'ϱ' => "\\varrho",
        'σ' => "\\sigma",
        'ς' => "\\varsigma",
        'τ' => "\\tau",
        'υ' => "\\upsilon",
        'φ' => "\\varphi",
        'ϕ' => "\\phi",
        'χ' => "\\chi",
        'ψ' => "\\psi",
        'ω' => "\\omega",
        'Γ' => "\\Gamma",
        'Δ' | '∆' => "\\Delta",
        'Θ' => "\\Theta",
        'Λ' => "\\Lambda",
        'Ξ' => "\\Xi",
        'Π' => "\\Pi",
        'Σ' => "\\Sigma",
        'Υ' => "\\Upsilon",
        'Φ' => "\\Phi",
        'Ψ' => "\\Psi",
        'Ω' | '\u{2126}' => "\\Omega",
        '∑' => "\\sum",
        '∏' => "\\prod",
        '∐' => "\\coprod",
        '∫' => "\\int",
        '∬' => "\\iint",
        '∭' => "\\iiint",
        '∮' => "\\oint",
        '⋃' => "\\bigcup",
        '⋂' => "\\bigcap",
        '⋁' => "\\bigvee",
        '⋀' => "\\bigwedge",
        '⨁' => "\\bigoplus",
        '⨂' => "\\bigotimes",
        '⨀' => "\\bigodot",
        '±' => "\\pm",
        '∓' => "\\mp",
        '×' => "\\times",
        '÷' => "\\div",
        '⋅' | '·' => "\\cdot",
        '∗' => "\\ast",
        '⋆' => "\\star",
        '∘' => "\\circ",
        '∙' => "\\bullet",
        '⊕' => "\\oplus",
        '⊖' => "\\ominus",
        '⊗' => "\\otimes",
        '⊙' => "\\odot",
        '∪' => "\\cup",
        '∩' => "\\cap",
        '⊔' => "\\sqcup",
        '⊓' => "\\sqcap",
        '∨' => "\\vee",
        '∧' | '^' => "\\wedge",
        '∖' => "\\setminus",
        '≀' => "\\wr",
        '†' => "\\dagger",
        '‡' => "\\ddagger",
        '≤' | '⩽' => "\\le",
        '≥' | '⩾' => "\\ge",
        '≪' => "\\ll",
        '≫' => "\\gg",
        '≠' => "\\ne",
        '≡' => "\\equiv",
        '≈' => "\\approx",
        '≅' => "\\cong",
        '≃' => "\\simeq",
        '∼' | '~' => "\\sim",
        '≍' => "\\asymp",
        '≐' => "\\doteq",
        '∝' => "\\propto",
        '≺' => "\\prec",
        '≻' => "\\succ",
        '⪯' | '≼' => "\\preceq",
        '⪰' | '≽' => "\\succeq",
        '⊂' => "\\subset",
        '⊃' => "\\supset",
        '⊆' => "\\subseteq",
        '⊇' => "\\supseteq",
        '⊊' => "\\subsetneq",
        '∈' => "\\in",
        '∉' => "\\notin",
        '∋' => "\\ni",
        '⊢' => "\\vdash",
        '⊣' => "\\dashv",
        '⊨' => "\\models",
        '⊥' => "\\perp",
        '∥' => "\\parallel",
        '∣' => "\\mid",
        '∤' => "\\nmid",
        '⊤' => "\\top",
        '¬' => "\\neg",
        '∀' => "\\forall",
        '∃' => "\\exists",
        '∄' => "\\nexists",
        '∅' => "\\emptyset",
        '∞' => "\\infty",
        '∂' => "\\partial",
        '∇' => "\\nabla",
        '√' => "\\surd",
        '∠' => "\\angle",
        '△' => "\\triangle",
        '□' | '◻' => "\\square",
        '◊' => "\\lozenge",
        'ℏ' => "\\hbar",
        'ℓ' => "\\ell",
        'ℜ' => "\\Re",
        'ℑ' => "\\Im",
        '℘' => "\\wp",
        'ℵ' => "\\aleph",
        '∴' => "\\therefore",
        '∵' => "\\because",
        '→' => "\\to",
        '←' => "\\leftarrow",
        '↔' => "\\leftrightarrow",
        '⇒' => "\\Rightarrow",
        '⇐' => "\\Leftarrow",
        '⇔' => "\\Leftrightarrow",
        '⟶' => "\\longrightarrow",
        '⟵' => "\\longleftarrow",
        '⟷' => "\\longleftrightarrow",
        '⟹' => "\\Longrightarrow",
        '⟸' => "\\Longleftarrow",
        '⟺' => "\\Longleftrightarrow",
        '↦' => "\\mapsto",
        '⟼' => "\\longmapsto",
        '↪' => "\\hookrightarrow",
        '↩' => "\\hookleftarrow",
        '↑' => "\\uparrow",
        '↓' => "\\downarrow",
        '↗' => "\\nearrow",
        '↘' => "\\searrow",
        '⇌' => "\\rightleftharpoons",
        '…' => "\\dots",
        '⋯' => "\\cdots",
        '⋮' => "\\vdots",
        '⋱' => "\\ddots",
        '′' => "\\prime",
        '″' => "\\prime\\prime",
        '‴' => "\\prime\\prime\\prime",
        '°' => "^\\circ",
        '⟨' | '〈' => "\\langle",
        '⟩' | '〉' => "\\rangle",
        '⌊' => "\\lfloor",
        '⌋' => "\\rfloor",
        '⌈' => "\\lceil",
        '⌉' => "\\rceil",
        '‖' => "\\Vert",
        '−' | '–' => "-",
        '⁄' | '∕' => "/",
        '\u{a0}' | '\u{2003}' => "\\;",
        // Invisible operators, and marks of layout.
        '\u{2061}'..='\u{2064}' | '\u{200b}' | '\u{feff}' => "",
        '\\' => "\\backslash",
        '{' => "\\{",
        '}' => "\\}",
        '$' => "\\$",
        '%' => "\\%",
        '#' => "\\#",
        '&' => "\\&",
        '_' => "\\_",
        _ => return None,
    })
}

/// The TeX of an accent over its base, by the character that MathML has for it.
pub(super) fn accent(c: char) -> Option<&'static str> {
    Some(match c {
        '¯' | '‾' | '\u{305}' | '\u{304}' | '―' | '_' => "\\overline",
        '^' | 'ˆ' | '\u{302}' => "\\hat",
        '~' | '˜' | '\u{303}' => "\\tilde",
        '→' | '⃗' => "\\vec",
        '←' => "\\overleftarrow",
        '↔' => "\\overleftrightarrow",
        '˙' | '\u{307}' | '.' => "\\dot",
        '¨' | '\u{308}' => "\\ddot",
        '⃛' => "\\dddot",
        'ˇ' | '\u{30c}' => "\\check",
        '˘' | '\u{306}' => "\\breve",
        '´' | '\u{301}' => "\\acute",
        '`' | '\u{300}' => "\\grave",
        '⏞' => "\\overbrace",
        _ => return None,
    })
}

/// The TeX of a mark under its base.
pub(super) fn under(c: char) -> Option<&'static str> {
    Some(match c {
        '_' | '\u{332}' | '\u{331}' | '¯' | '‾' | '―' => "\\underline",
        '⏟' => "\\underbrace",
        '→' => "\\underrightarrow",
        '←' => "\\underleftarrow",
        _ => return None,
    })
}

/// Returns whether a name has a command of its own.
pub(super) fn is_function(name: &str) -> bool {
    matches!(
        name,
        "arccos"
            | "arcsin"
            | "arctan"
            | "arg"
            | "cos"
            | "cosh"
            | "cot"
            | "coth"
            | "csc"
            | "deg"
            | "det"
            | "dim"
            | "exp"
            | "gcd"
            | "hom"
            | "inf"
            | "ker"
            | "lg"
            | "lim"
            | "liminf"
            | "limsup"
            | "ln"
            | "log"
            | "max"
            | "min"
            | "Pr"
            | "sec"
            | "sin"
            | "sinh"
            | "sup"
            | "tan"
            | "tanh"
    )
}

/// Returns whether an operator has its limits below and above.
pub(super) fn has_limits(text: &str) -> bool {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => matches!(
            c,
            '∑' | '∏'
                | '∐'
                | '∫'
                | '∬'
                | '∭'
                | '∮'
                | '⋃'
                | '⋂'
                | '⋁'
                | '⋀'
                | '⨁'
                | '⨂'
                | '⨀'
                | '⨄'
                | '⨆'
        ),
        _ => matches!(
            text,
            "lim"
                | "max"
                | "min"
                | "sup"
                | "inf"
                | "liminf"
                | "limsup"
                | "gcd"
                | "det"
                | "Pr"
                | "lim sup"
                | "lim inf"
        ),
    }
}

/// Returns the font command and the plain letter of a mathematical alphanumeric symbol.
///
/// These are U+1D400 to U+1D7FF, and the letters that Unicode had before.
pub(super) fn styled(c: char) -> Option<(&'static str, char)> {
    Some(match c {
        'ℂ' => ("\\mathbb", 'C'),
        'ℍ' => ("\\mathbb", 'H'),
        'ℕ' => ("\\mathbb", 'N'),
        'ℙ' => ("\\mathbb", 'P'),
        'ℚ' => ("\\mathbb", 'Q'),
        'ℝ' => ("\\mathbb", 'R'),
        'ℤ' => ("\\mathbb", 'Z'),
        'ℬ' => ("\\mathcal", 'B'),
        'ℰ' => ("\\mathcal", 'E'),
        'ℱ' => ("\\mathcal", 'F'),
        'ℋ' => ("\\mathcal", 'H'),
        'ℐ' => ("\\mathcal", 'I'),
        'ℒ' => ("\\mathcal", 'L'),
        'ℳ' => ("\\mathcal", 'M'),
        'ℛ' => ("\\mathcal", 'R'),
        'ℭ' => ("\\mathfrak", 'C'),
        'ℌ' => ("\\mathfrak", 'H'),
        'ℨ' => ("\\mathfrak", 'Z'),
        'ℎ' => ("", 'h'),
        '\u{1d6a4}' => ("", 'ı'),
        '\u{1d6a5}' => ("", 'ȷ'),
        '\u{1d400}'..='\u{1d6a3}' => {
            const FONTS: [&str; 13] = [
                "\\mathbf",
                "",
                "\\boldsymbol",
                "\\mathcal",
                "\\mathcal",
                "\\mathfrak",
                "\\mathbb",
                "\\mathfrak",
                "\\mathsf",
                "\\mathsf",
                "\\mathsf",
                "\\mathsf",
                "\\mathtt",
            ];
            let at = u32::from(c) - 0x1d400;
            let letter = u8::try_from(at % 52).ok()?;
            let letter = if letter < 26 { b'A' + letter } else { b'a' + letter - 26 };
            (FONTS.get(usize::try_from(at / 52).ok()?)?, char::from(letter))
        }
        '\u{1d6a8}'..='\u{1d7c9}' => {
            const GREEK: [char; 58] = [
                'Α', 'Β', 'Γ', 'Δ', 'Ε', 'Ζ', 'Η', 'Θ', 'Ι', 'Κ', 'Λ', 'Μ', 'Ν', 'Ξ', 'Ο', 'Π', 'Ρ', 'ϴ',
                'Σ', 'Τ', 'Υ', 'Φ', 'Χ', 'Ψ', 'Ω', '∇', 'α', 'β', 'γ', 'δ', 'ε', 'ζ', 'η', 'θ', 'ι', 'κ',
                'λ', 'μ', 'ν', 'ξ', 'ο', 'π', 'ρ', 'ς', 'σ', 'τ', 'υ', 'φ', 'χ', 'ψ', 'ω', '∂', 'ϵ', 'ϑ',
                'ϰ', 'ϕ', 'ϱ', 'ϖ',
            ];
            const FONTS: [&str; 5] = ["\\boldsymbol", "", "\\boldsymbol", "\\boldsymbol", "\\boldsymbol"];
            let at = usize::try_from(u32::from(c) - 0x1d6a8).ok()?;
            (FONTS.get(at / 58)?, *GREEK.get(at % 58)?)
        }
        '\u{1d7ce}'..='\u{1d7ff}' => {
            const FONTS: [&str; 5] = ["\\mathbf", "\\mathbb", "\\mathsf", "\\mathsf", "\\mathtt"];
            let at = u32::from(c) - 0x1d7ce;
            let digit = u8::try_from(at % 10).ok()?;
            (FONTS.get(usize::try_from(at / 10).ok()?)?, char::from(b'0' + digit))
        }
        _ => return None,
    })
}
