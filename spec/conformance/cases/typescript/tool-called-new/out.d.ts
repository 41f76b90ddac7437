declare const global: {
  "new"(): Promise<any>;
};
