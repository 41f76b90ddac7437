declare const global: {
  /**
   * @param a - X.
   * @param b - X.
   * @param c - X.
   */
  f(a: string | undefined, b: string, c?: string): Promise<any>;
};
