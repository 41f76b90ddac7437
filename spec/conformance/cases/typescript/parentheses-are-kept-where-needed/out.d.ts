declare const global: {
  /**
   * @param a - X.
   * @param b - X.
   */
  f(a: ("p" | "q")[], b: (() => void) | null): Promise<any>;
};
