declare const global: {
  /**
   * Does.
   *
   * @param b - B.
   */
  f(a: string, b: string): Promise<any>;
};
