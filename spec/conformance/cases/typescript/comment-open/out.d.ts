declare const global: {
  /** A /* b. */
  f(): Promise<any>;
};
