declare const global: {
  /** A B. */
  f(): Promise<any>;
};
