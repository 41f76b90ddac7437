declare const global: {
  /**
   * @param a - A.
   * @param b - B.
   */
  f(a: any, b: string): Promise<any>;
};
