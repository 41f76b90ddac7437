declare const global: {
  "cart.add-item"(): Promise<any>;
  "2nd"(): Promise<any>;
};
