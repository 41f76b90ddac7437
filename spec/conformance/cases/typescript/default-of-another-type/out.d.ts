declare const global: {
  /**
   * @param a - A. (default: many)
   */
  f(a?: number): Promise<any>;
};
