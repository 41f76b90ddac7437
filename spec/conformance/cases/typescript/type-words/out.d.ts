declare const global: {
  /**
   * @param a - X.
   * @param b - X.
   * @param c - X.
   */
  f(a: Record<string, unknown>, b: unknown[], c: boolean): Promise<any>;
};
