declare const global: {
  f(a_b: string, a_b_2: number): Promise<any>;
};
