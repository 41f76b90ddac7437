declare const global: {
  /**
   * One.
   * Two.
   */
  "cart.add-item"(): Promise<any>;
};
