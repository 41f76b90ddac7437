declare const global: {
  /**
   * @param a - A.
   */
  f(a: string): Promise<any>;
};
