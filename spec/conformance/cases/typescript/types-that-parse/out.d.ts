declare const global: {
  f(a: keyof { x: 1 }, b: 1, c: 1n | -1 | 1e3, d: `id-${string}`, e: readonly string[], f: [x: string, y?: number]): Promise<any>;
};
