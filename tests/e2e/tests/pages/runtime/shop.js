const products = [
  { id: 'a', name: 'Red shoe' },
  { id: 'b', name: 'Blue shoe' },
  { id: 'c', name: 'Green hat' },
];
globalThis.global = {
  prefix: 'price of ',
  searchProducts: async (query, limit = 2) => products.filter((p) => p.name.includes(query)).slice(0, limit),
  async getPrice(id) {
    await new Promise((done) => setTimeout(done, 5));
    if (!products.some((p) => p.id === id)) throw new RangeError(this.prefix + id + ' is not known');
    return id.charCodeAt(0);
  },
  open: () => 'the shop is open',
  never: () => {
    fetch('/begun');
    return new Promise(() => {});
  },
};
globalThis.cart = {
  items: [],
  add(id) {
    this.items.push(id);
    return this.items.length;
  },
};
globalThis.fail = () => {
  throw { code: 7, reason: 'no' };
};
