declare const global: {
  /**
   * One.
   * Pay\u{202e}\u{200b}lla\u{7}.
   */
  f(): Promise<any>;
};
