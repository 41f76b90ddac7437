declare const global: {
  /**
   * Finds books.
   *
   * @param query - Words to look for.
   * @param limit - How many. (default: 10)
   */
  searchBooks(query: string, limit?: number): Promise<string[]>;
};
