declare const global: {
  /**
   * One.
   * Two.
   */
  "new"(): Promise<any>;
};
