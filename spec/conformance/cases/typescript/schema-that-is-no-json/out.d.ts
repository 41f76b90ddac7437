declare const global: {
  f(): Promise<any>;
};
