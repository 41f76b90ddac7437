declare const global: {
  /** Pings. */
  ping(): Promise<any>;
};
