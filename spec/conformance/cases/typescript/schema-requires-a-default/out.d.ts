declare const global: {
  /**
   * @param a - A.
   * @param b - B. (default: 2)
   * @param c - C. (default: 3)
   * @param d - D.
   */
  f(a: number, b: number | undefined, c: number | undefined, d: number): Promise<any>;
};
