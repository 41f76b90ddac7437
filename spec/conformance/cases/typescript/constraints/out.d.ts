declare const global: {
  /**
   * @param a - A. (default: 3) @integer @minimum 1 @maximum 9
   * @param b @minLength 1 @pattern ^x
   */
  f(a?: number, b?: string): Promise<any>;
};
