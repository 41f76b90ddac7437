declare const global: {
  f(a: { x?: number; y: string }[], b: "one" | "two", c: (x: number) => void): Promise<any>;
};
