declare const global: {
  /**
   * One.
   * A B.
   */
  f(): Promise<any>;
};
