import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Each word in the names and streets of orders, for the spelling of a search: four letters and more. A trigger on `orders`
 * adds them at the end of its transaction, so that no lock is taken after theirs.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() }, (row) => [
  check('search_words_word', sql`length(${row.word}) >= 4`),
]);
