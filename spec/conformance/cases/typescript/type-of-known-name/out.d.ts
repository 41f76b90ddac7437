declare const global: {
  f(a: Date, b: Map<string, number>): Promise<any>;
};
