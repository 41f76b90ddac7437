declare const global: {
  /**
   * Do it
   * Does.
   */
  f(): Promise<any>;
};
