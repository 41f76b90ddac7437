declare const global: {
  /**
   * @param a - X.
   */
  f(a: "x\u{202e}y"): Promise<any>;
};
