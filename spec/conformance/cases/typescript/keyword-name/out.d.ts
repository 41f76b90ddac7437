declare const global: {
  /**
   * One.
   * Two.
   */
  delete(): Promise<any>;
};
