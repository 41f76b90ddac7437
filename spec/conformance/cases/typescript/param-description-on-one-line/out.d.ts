declare const global: {
  /**
   * @param a - A b.
   */
  f(a?: string): Promise<any>;
};
