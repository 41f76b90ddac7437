declare const global: {
};
