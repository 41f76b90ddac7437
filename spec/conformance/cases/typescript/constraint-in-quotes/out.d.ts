declare const global: {
  /**
   * @param a - A. @minimum 1 @maximum 5
   */
  f(a: number): Promise<any>;
};
