declare const global: {
  /**
   * @param a - A.
   */
  f(a: any): Promise<any>;
};
