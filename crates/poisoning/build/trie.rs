//! Words as a tree of their bytes.

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::fmt::Write as _;

/// Words and the meanings of each, as source text.
#[derive(Default)]
pub(crate) struct Trie {
    words: BTreeMap<String, Vec<String>>,
}

impl Trie {
    /// Adds a meaning to a word.
    pub(crate) fn add_word(&mut self, word: &str, meaning: String) {
        self.words.entry(word.to_owned()).or_default().push(meaning);
    }

    /// Writes the tree in the order of the distances from the root.
    ///
    /// So the children of a node are adjacent, and the children of the next node follow.
    pub(crate) fn write_tables(&self, out: &mut String) -> Result<(), Box<dyn Error>> {
        let words: Vec<&[u8]> = self.words.keys().map(String::as_bytes).collect();
        let (mut bytes, mut children, mut ends) = (vec![0_u8], Vec::new(), Vec::new());
        // The words below a node, and the length of their common prefix.
        let mut nodes = VecDeque::from([(0..words.len(), 0)]);
        while let Some((mut below, depth)) = nodes.pop_front() {
            children.push(u32::try_from(bytes.len())?);
            // A word comes before longer words with this prefix.
            let is_end = words.get(below.start).is_some_and(|word| word.len() == depth);
            ends.push(if is_end { u16::try_from(below.start + 1)? } else { 0 });
            below.start += usize::from(is_end);
            while let Some(byte) = below.clone().next().map(|at| words[at][depth]) {
                let count = below.clone().take_while(|at| words[*at][depth] == byte).count();
                nodes.push_back((below.start..below.start + count, depth + 1));
                bytes.push(byte);
                below.start += count;
            }
        }
        children.push(u32::try_from(bytes.len())?);
        let mut meanings = vec![0];
        for of_word in self.words.values() {
            meanings.push(u16::try_from(of_word.len())? + meanings.last().copied().unwrap_or(0));
        }
        writeln!(out, "pub(crate) static BYTES: &[u8] = &{bytes:?};")?;
        writeln!(out, "pub(crate) static CHILDREN: &[u32] = &{children:?};")?;
        writeln!(out, "pub(crate) static ENDS: &[u16] = &{ends:?};")?;
        writeln!(out, "pub(crate) static MEANINGS_OF: &[u16] = &{meanings:?};")?;
        let all: Vec<&str> = self.words.values().flatten().map(String::as_str).collect();
        writeln!(out, "pub(crate) static MEANINGS: &[Meaning] = &[{}];", all.join(", "))?;
        Ok(())
    }
}
