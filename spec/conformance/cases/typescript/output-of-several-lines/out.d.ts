declare const global: {
  /**
   * One.
   * Two.
   */
  f(): Promise<{ id: string; tags: string[] }>;
};
