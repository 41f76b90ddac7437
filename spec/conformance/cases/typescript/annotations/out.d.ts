declare const global: {
  /**
   * Does.
   * Hints: destructive, untrusted content.
   */
  f(): Promise<any>;
};
