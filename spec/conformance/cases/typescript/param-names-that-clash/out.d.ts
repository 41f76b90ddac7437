declare const global: {
  /**
   * @param a_b - X.
   * @param a_b_2 - X.
   */
  f(a_b: string, a_b_2: number): Promise<any>;
};
