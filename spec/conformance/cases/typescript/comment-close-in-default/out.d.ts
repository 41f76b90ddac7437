declare const global: {
  /**
   * @param a - A. (default: "*\/")
   */
  f(a?: string): Promise<any>;
};
