// Types that our scripts share, for the compiler's check of them (`cargo xtask js`).
//
// Scripts of one folder are checked as one program, because Rust joins those of `browse`.

/** Object of the fragments of `browse`, by which Rust calls their functions. */
declare const page: any;

/** Names of annotations, which Rust puts before the scripts of WebMCP. */
declare const HINTS: string[], NAMES: string[], MORE: string[];

/** Error of QuickJS-NG that a limit causes. */
declare var InternalError: ErrorConstructor;

// A literal with `__proto__: null` has no prototype, and the name is no member of it.
interface PropertyDescriptor {
  __proto__?: null;
}
interface ProxyHandler<T extends object> {
  __proto__?: null;
}
interface EventInit {
  __proto__?: null;
}

// Members that the compiler's library does not have yet.
interface Document {
  modelContext?: any;
  permissionsPolicy?: any;
  featurePolicy?: any;
}
