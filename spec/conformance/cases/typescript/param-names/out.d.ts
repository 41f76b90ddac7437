declare const global: {
  /**
   * @param user_name - X.
   * @param public_ - X.
   * @param _2nd - X.
   */
  f(user_name: string, public_: string, _2nd: string): Promise<any>;
};
