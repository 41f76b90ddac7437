declare const global: {
  f(a: string | undefined, b: string, c?: string): Promise<any>;
};
