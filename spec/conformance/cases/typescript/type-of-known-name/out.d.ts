declare const global: {
  /**
   * @param a - X.
   * @param b - X.
   */
  f(a: Date, b: Map<string, number>): Promise<any>;
};
