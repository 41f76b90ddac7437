declare const global: {
  /**
   * One.
   * Two.
   *
   * Three.
   */
  ping(): Promise<any>;
};
