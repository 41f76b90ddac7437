declare const global: {
  f(a: ("p" | "q")[], b: (() => void) | null): Promise<any>;
};
