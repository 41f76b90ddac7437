declare const global: {};
