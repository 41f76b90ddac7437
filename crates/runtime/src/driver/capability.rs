//! Capabilities of engines.

/// Ability of a browser engine that methods of [`Driver`](super::Driver) need, such as screenshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// Running scripts in a realm whose globals the page cannot see.
    IsolatedWorld,
    /// Running scripts in frames, including frames of other origins.
    Frames,
    /// Access to closed shadow roots.
    ClosedRoots,
    /// Listing the elements that have event listeners.
    Listeners,
    /// Sending pointer, wheel and key events that the page takes as a user's.
    Input,
    /// Setting the files of a file input.
    Files,
    /// Reporting the file choosers that pages open, and giving files to them.
    Choosers,
    /// Keeping dialogs open until they are answered.
    Dialogs,
    /// Taking pictures of the viewport.
    Screenshot,
    /// Taking pictures of the whole page, or of a part of it.
    Clip,
    /// Printing the page to PDF.
    Pdf,
    /// Listing, opening, selecting and closing the session's tabs.
    Tabs,
    /// Storing files that the page gives to the user.
    Downloads,
    /// Recording the page's network requests.
    Requests,
    /// Recording the texts that the page writes to the console.
    Console,
    /// Reading and changing the page's cookies.
    Cookies,
    /// Changing the size of the viewport.
    Viewport,
}

impl Capability {
    /// Returns the name of the capability in messages, such as `printing to PDF`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::IsolatedWorld => "scripts in a world of their own",
            Self::Frames => "scripts in frames",
            Self::ClosedRoots => "closed shadow roots",
            Self::Listeners => "lists of event listeners",
            Self::Input => "trusted input",
            Self::Files => "files for a file input",
            Self::Choosers => "file choosers that pages open",
            Self::Dialogs => "dialogs that stay open",
            Self::Screenshot => "screenshots",
            Self::Clip => "screenshots of the whole page or a part of it",
            Self::Pdf => "printing to PDF",
            Self::Tabs => "tabs",
            Self::Downloads => "downloads",
            Self::Requests => "reports of requests",
            Self::Console => "reports of the console",
            Self::Cookies => "cookies",
            Self::Viewport => "the size of the viewport",
        }
    }
}
