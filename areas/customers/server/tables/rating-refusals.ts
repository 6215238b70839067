import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';

/** Email addresses that are never asked for ratings again, in lower case. */
export const ratingRefusals = pgTable('rating_refusals', {
  email: text().primaryKey(),
  createdAt: createdAt(),
});
