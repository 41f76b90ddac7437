declare const global: {
  f(a: Record<string, unknown>, b: unknown[], c: boolean): Promise<any>;
};
