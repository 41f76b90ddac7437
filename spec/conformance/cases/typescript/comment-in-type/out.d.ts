declare const global: {
  /**
   * @param q - Q.
   * @param r - R.
   */
  f(q: string, r?: number): Promise<{ /** The id. */ id: string }>;
};
