declare const global: {
  f(): Promise<{ id: string; tags: string[] }>;
};
