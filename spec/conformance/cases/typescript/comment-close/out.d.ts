declare const global: {
  /**
   * Ends *\/ here.
   *
   * @param a - And *\/ there.
   */
  f(a: string): Promise<any>;
};
