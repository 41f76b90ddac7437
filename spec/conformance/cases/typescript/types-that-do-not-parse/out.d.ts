declare const global: {
  /**
   * @param a - A.
   * @param b - B.
   * @param c - C.
   * @param d - D.
   * @param e - E.
   * @param f - F.
   * @param g - G.
   */
  f(a: any, b: any, c: any, d: any, e: any, f: any, g: any): Promise<any>;
};
