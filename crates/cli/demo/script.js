// Find books on the sea, look at the best match, take two copies, see the basket.
const found = await global.searchBooks("sea", 3);
const book = await global.getBookDetails(found[0].id);
console.log(`${book.title} by ${book.author}, ${book.stock} in stock`);
await global.addToBasket(book.id, 2);
const basket = await global.getBasket();
return { book: book.title, copies: basket.count, total: basket.total, currency: basket.currency };
