declare const global: {
  b(): Promise<any>;
  a(): Promise<any>;
};
