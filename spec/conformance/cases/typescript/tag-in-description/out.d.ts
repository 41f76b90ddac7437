declare const global: {
  /** \@deprecated by nobody */
  f(): Promise<any>;
};
