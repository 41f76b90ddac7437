declare const global: {
  /**
   * One.
   * A /* b.
   */
  f(): Promise<any>;
};
