declare const global: {
  delete(): Promise<any>;
};
