declare const global: {
  /**
   * One.
   * Two.
   */
  "2nd"(): Promise<any>;
};
