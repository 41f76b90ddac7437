declare const global: {
  ping(): Promise<any>;
};
