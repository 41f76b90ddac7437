declare const global: {
  /**
   * Does.
   *
   * @param b - how many (default: 2)
   */
  f(a: string, b?: number): Promise<any>;
};
