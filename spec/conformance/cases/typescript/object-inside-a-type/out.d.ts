declare const global: {
  f(a: object[], b: { x: object; y: unknown[]; z: number }, c: Record<string, unknown>): Promise<any>;
};
