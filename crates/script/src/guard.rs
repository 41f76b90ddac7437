//! Bounds of the nesting of a source text, found before a parser reads it.
//!
//! The decision: the parser that this crate calls recurses without a counter, and in TypeScript it parses the text
//! after a `<` twice, so that 150 bytes can keep it busy for minutes. It offers no hook to stop it. So a scanner of
//! our own reads the text first, in linear time and without recursion, and returns upper bounds on the quantities
//! that determine the parser's time and stack. A text beyond [`Limits`] is not parsed at all. If the scanner cannot
//! know the parser's reading (a `/` that may divide or begin a regular expression), it refuses rather than guesses.
//!
//! It is not a tokenizer for other purposes: it knows brackets, texts, comments and ends of statements, and
//! everywhere else it counts too much rather than too little.
//!
//! The stack that a level needs was measured on the dearest constructs: 3.0 KB for a token in a debug build
//! (`[`, `(`), 1.7 KB in a release build; [`STACK_PER_TOKEN`] is more than twice that.

mod jsx;
mod tokens;

use crate::diagnostic::Place;

/// Stack that is set aside for one level of nesting, in bytes.
pub(crate) const STACK_PER_TOKEN: usize = 8 * 1024;
/// Stack that is set aside for a text without nesting, in bytes.
pub(crate) const STACK: usize = 1024 * 1024;

/// Limits of a text. A text beyond them is not parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Bytes of the text.
    pub(crate) bytes: usize,
    /// Tokens that may be open at once.
    ///
    /// These are the brackets around a place and, in each of them, the tokens since the last end of a statement or
    /// comma.
    pub(crate) depth: usize,
    /// Brackets that may be open at once.
    pub(crate) brackets: usize,
    /// `<` that may be open at once, for TypeScript.
    pub(crate) angles: usize,
    /// JSX elements that may be in it.
    pub(crate) jsx: Jsx,
}

/// Upper bounds of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Bounds {
    /// Tokens open at once.
    pub(crate) depth: usize,
    /// Most `<` open at once at an opening bracket.
    pub(crate) angles: usize,
    /// The first bracket that does not fit, or that is left open, in bytes from the beginning.
    pub(crate) stray: Option<Stray>,
}

impl Bounds {
    /// Bytes of stack with which a text of these bounds can be parsed and walked.
    pub(crate) const fn stack(&self) -> usize {
        STACK + self.depth * STACK_PER_TOKEN
    }
}

/// A bracket without its partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stray {
    /// A closing bracket without an opening one.
    Closes { at: usize, bracket: char },
    /// It is still open at the end.
    Open { at: usize, bracket: char },
    /// The last one that is open is of another kind.
    Other { at: usize, bracket: char, open: usize },
}

/// Elements of which language a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jsx {
    /// None: `<` is an operator or begins a list of types.
    None,
    /// JavaScript, which has no lists of types.
    JavaScript,
    /// Those of TypeScript.
    TypeScript,
}

/// The part of an element in which the scanner is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Between `<` and `>`.
    Tag,
    /// Between the tags.
    Children,
}

/// Why a text is not parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) at: Place,
}

/// An open bracket, or the text itself.
struct Level {
    closes: u8,
    at: usize,
    /// Tokens since the segment began.
    run: usize,
    /// `<` open in the segment.
    angles: usize,
    /// The bracket belongs to `if (`, `for (`, `while (` or `with (`, which a statement follows.
    head: bool,
    /// The segment began with a statement that holds another without brackets: a comma does not end it.
    sticky: bool,
    /// The bracket is the `${` of a template.
    template: bool,
    /// It is not a bracket but a JSX element.
    part: Option<Part>,
}

/// Kind of the previous token, as far as it decides the meaning of a `/` or a line end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A value has ended: a name, a number, a text, `]`.
    Value,
    /// `)` of a call or of parentheses.
    Paren,
    /// `)` of `if (…)` and the like.
    Head,
    /// `}`.
    Brace,
    /// A word that may be followed by a value or by an operator.
    Word,
    /// A keyword that is followed by a value.
    Keyword,
    /// `++`, `--`, `!`, `>`: before or after a value.
    Either,
    /// Any other sign: a value comes.
    Sign,
}

/// Token before the present place.
struct LastToken<'a> {
    before: Before,
    /// Its text, if it is a word.
    word: &'a str,
    /// A line ended after it.
    newline: bool,
    /// It is a `;` that ended the segment, if no `else` follows.
    ended: bool,
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    limits: Limits,
    levels: Vec<Level>,
    last: LastToken<'a>,
    depth: usize,
    angles: usize,
    bounds: Bounds,
}

/// Bounds of `text`, whose nesting is below `limits`.
pub(crate) fn measure(text: &str, limits: Limits) -> Result<Bounds, Refusal> {
    if text.len() > limits.bytes {
        return Err(Refusal {
            message: format!(
                "the source is {} bytes long, and {} are read at most",
                text.len(),
                limits.bytes
            ),
            at: Place::of(text, 0),
        });
    }
    let mut scan = Scan {
        text,
        bytes: text.as_bytes(),
        at: 0,
        limits,
        levels: Vec::new(),
        last: LastToken { before: Before::Sign, word: "", newline: true, ended: false },
        depth: 0,
        angles: 0,
        bounds: Bounds::default(),
    };
    scan.push(0, 0);
    if text.starts_with("#!") {
        scan.line();
    }
    scan.run()?;
    let open = scan.levels.last().filter(|_| scan.levels.len() > 1);
    if let (Some(level), None) = (open, scan.bounds.stray) {
        let bracket = scan.bytes.get(level.at).map_or('{', |&byte| char::from(byte));
        scan.bounds.stray = Some(Stray::Open { at: level.at, bracket });
    }
    Ok(scan.bounds)
}

impl Scan<'_> {
    fn run(&mut self) -> Result<(), Refusal> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match self.levels.last().and_then(|level| level.part) {
                Some(Part::Tag) => {
                    self.tag()?;
                    continue;
                }
                Some(Part::Children) => {
                    self.children()?;
                    continue;
                }
                None => {}
            }
            match byte {
                b'\n' | b'\r' => {
                    self.last.newline = true;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.next_is(b'/') => self.line(),
                b'/' if self.next_is(b'*') => self.comment(),
                b'/' => self.slash()?,
                b'"' | b'\'' => {
                    self.token(Before::Value)?;
                    self.string(byte);
                }
                b'`' => {
                    self.token(Before::Value)?;
                    self.at += 1;
                    self.template()?;
                }
                b'(' | b'[' | b'{' => self.open(byte)?,
                b')' | b']' | b'}' => self.close(byte)?,
                b'0'..=b'9' => {
                    self.token(Before::Value)?;
                    self.number();
                }
                _ => self.other(byte)?,
            }
        }
        Ok(())
    }

    fn next_is(&self, byte: u8) -> bool {
        self.bytes.get(self.at + 1) == Some(&byte)
    }

    fn refuse(&self, at: usize, message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), at: Place::of(self.text, at) }
    }

    fn push(&mut self, closes: u8, at: usize) {
        let head = closes == b')' && matches!(self.last.word, "if" | "for" | "while" | "with" | "await");
        let head = head || (closes == b')' && self.last.word.contains('\\'));
        self.levels.push(Level {
            closes,
            at,
            run: 0,
            angles: 0,
            head,
            sticky: false,
            template: false,
            part: None,
        });
    }

    /// Begins a new segment and closes everything that was counted in the present one.
    fn reset(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            self.depth -= level.run;
            self.angles -= level.angles;
            (level.run, level.angles, level.sticky) = (0, 0, false);
        }
    }

    /// Counts a token that is not a word.
    fn token(&mut self, before: Before) -> Result<(), Refusal> {
        if self.last.ended {
            self.last.ended = false;
            self.reset();
        }
        self.last.newline = false;
        self.last.before = before;
        self.last.word = "";
        self.count()
    }

    fn count(&mut self) -> Result<(), Refusal> {
        if let Some(level) = self.levels.last_mut() {
            level.run += 1;
        }
        self.depth += 1;
        self.bounds.depth = self.bounds.depth.max(self.depth);
        if self.depth > self.limits.depth {
            return Err(self.refuse(
                self.at,
                format!(
                    "the source nests too deep: more than {} tokens are open here; split the statement",
                    self.limits.depth
                ),
            ));
        }
        Ok(())
    }

    fn open(&mut self, byte: u8) -> Result<(), Refusal> {
        let word = self.last.word;
        self.token(Before::Sign)?;
        self.last.word = word;
        self.enter(match byte {
            b'(' => b')',
            b'[' => b']',
            _ => b'}',
        })?;
        self.last.word = "";
        self.at += 1;
        Ok(())
    }

    /// Opens a level that `closes` ends, if there may be one more.
    fn enter(&mut self, closes: u8) -> Result<(), Refusal> {
        self.bounds.angles = self.bounds.angles.max(self.angles);
        if self.levels.len() > self.limits.brackets {
            return Err(self.refuse(
                self.at,
                format!(
                    "the source nests too deep: more than {} brackets are open here",
                    self.limits.brackets
                ),
            ));
        }
        self.push(closes, self.at);
        Ok(())
    }

    fn close(&mut self, byte: u8) -> Result<(), Refusal> {
        let fits = self.levels.len() > 1 && self.levels.last().is_some_and(|level| level.closes == byte);
        if !fits {
            // It is an error for the parser; until then nothing that was counted is closed.
            let (at, bracket) = (self.at, char::from(byte));
            let open = self.levels.last().filter(|_| self.levels.len() > 1).map(|level| level.at);
            let stray = open.map_or(Stray::Closes { at, bracket }, |open| Stray::Other { at, bracket, open });
            self.bounds.stray.get_or_insert(stray);
            self.at += 1;
            return self.token(Before::Either);
        }
        self.last.ended = false;
        self.reset();
        let level = self.levels.pop();
        self.at += 1;
        self.last.newline = false;
        self.last.word = "";
        let (head, template) = level.map_or((false, false), |level| (level.head, level.template));
        self.last.before = match byte {
            b')' if head => Before::Head,
            b')' => Before::Paren,
            b']' => Before::Value,
            _ => Before::Brace,
        };
        if template {
            self.last.before = Before::Value;
            return self.template();
        }
        Ok(())
    }
}
