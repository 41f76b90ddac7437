//! Code that runs in a page without the object `global`, such as a browser command's.

use crate::guard::Guards;
use crate::tools::toolbox::Toolbox;

impl Guards {
    /// Checks code that is to run in a page without the object `global`.
    ///
    /// `forms` are the bodies of functions, of which the first that the engine can parse is run. Code that reaches a tool
    /// which these guards do not simply allow is refused, as in [`execute_guarded`](crate::execute_guarded); the
    /// error is a message for the caller.
    ///
    /// Without the feature `preflight` no code is analysed, and none is refused.
    pub fn check_code(&self, toolbox: &Toolbox, forms: &[String]) -> Result<(), String> {
        #[cfg(feature = "preflight")]
        return crate::preflight::check_bare(forms, toolbox, self);
        #[cfg(not(feature = "preflight"))]
        {
            let _ = (toolbox, forms);
            Ok(())
        }
    }
}
