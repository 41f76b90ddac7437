declare const global: {
  /**
   * @param a - X.
   * @param b - X.
   * @param c - X.
   */
  f(a: { x?: number; y: string }[], b: "one" | "two", c: (x: number) => void): Promise<any>;
};
