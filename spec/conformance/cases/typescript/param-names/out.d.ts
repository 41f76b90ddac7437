declare const global: {
  f(user_name: string, public_: string, _2nd: string): Promise<any>;
};
