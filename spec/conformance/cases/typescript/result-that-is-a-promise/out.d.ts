declare const global: {
  /**
   * One.
   * Two.
   */
  f(): Promise<number>;
};
