//! The table: one row for each figure, with its target if the project has set one.

use std::fmt;

/// The figures of a run.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    subject: String,
    what: String,
    figure: String,
    ratio: Option<f64>,
    target: Option<Target>,
}

/// Bound that a ratio has to meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
}

impl Target {
    fn holds(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(bound) => ratio >= bound,
            Self::AtMost(bound) => ratio <= bound,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(f, "≥ {bound}"),
            Self::AtMost(bound) => write!(f, "≤ {bound}"),
        }
    }
}

impl Table {
    /// A figure that is shown and not judged.
    pub fn figure(&mut self, subject: &str, what: impl Into<String>, figure: impl Into<String>) {
        let row = Row {
            subject: subject.to_owned(),
            what: what.into(),
            figure: figure.into(),
            ratio: None,
            target: None,
        };
        self.rows.push(row);
    }

    /// A ratio, judged if it has a target.
    pub fn ratio(&mut self, subject: &str, what: impl Into<String>, ratio: f64, target: Option<Target>) {
        let row = Row {
            subject: subject.to_owned(),
            what: what.into(),
            figure: String::new(),
            ratio: Some(ratio),
            target,
        };
        self.rows.push(row);
    }

    /// A score between 0 and 1, or a count, judged if it has a target.
    pub fn score(&mut self, subject: &str, what: impl Into<String>, score: f64, target: Option<Target>) {
        let row = Row {
            subject: subject.to_owned(),
            what: what.into(),
            figure: if score > 1.0 { format!("{score}") } else { format!("{score:.3}") },
            ratio: Some(score),
            target,
        };
        self.rows.push(row);
    }

    /// Number of missed targets.
    pub fn missed(&self) -> usize {
        self.rows.iter().filter(|row| row.verdict() == Some(false)).count()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Row {
    fn verdict(&self) -> Option<bool> {
        Some(self.target?.holds(self.ratio?))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| subject | what | figure | target | verdict |")?;
        writeln!(f, "|---|---|---:|---|---|")?;
        for row in &self.rows {
            let figure = match row.ratio {
                Some(ratio) if row.figure.is_empty() => format!("{ratio:.2}×"),
                _ => row.figure.clone(),
            };
            let target = row.target.map(|target| target.to_string()).unwrap_or_default();
            let verdict = match row.verdict() {
                Some(true) => "met",
                Some(false) => "MISSED",
                None => "",
            };
            writeln!(f, "| {} | {} | {figure} | {target} | {verdict} |", row.subject, row.what)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_judged() {
        let mut table = Table::default();
        table.ratio("a", "fast enough", 2.5, Some(Target::AtLeast(2.0)));
        table.ratio("a", "too slow", 1.5, Some(Target::AtLeast(2.0)));
        table.ratio("a", "too much", 1.5, Some(Target::AtMost(1.2)));
        table.ratio("a", "unjudged", 0.1, None);
        table.figure("a", "speed", "10 MB/s");
        assert_eq!(table.missed(), 2);
        let text = table.to_string();
        assert_eq!(text.lines().nth(2), Some("| a | fast enough | 2.50× | ≥ 2 | met |"));
        assert_eq!(text.lines().nth(4), Some("| a | too much | 1.50× | ≤ 1.2 | MISSED |"));
        assert_eq!(text.lines().nth(6), Some("| a | speed | 10 MB/s |  |  |"));

        table.score("a", "words", 0.87, Some(Target::AtLeast(0.88)));
        assert_eq!(table.missed(), 3);
        assert_eq!(table.to_string().lines().nth(7), Some("| a | words | 0.870 | ≥ 0.88 | MISSED |"));
    }
}
