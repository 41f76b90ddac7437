declare const global: {
  first(sort: "a" | "b"): Promise<{ id: number }>;
  last(sort: "a" | "b"): Promise<{ id: number }>;
};
