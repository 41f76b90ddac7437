declare const global: {
  /**
   * One.
   * \@deprecated by nobody
   */
  f(): Promise<any>;
};
