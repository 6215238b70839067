import { customType, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Uploaded logos, re-encoded as PNG. Earlier ones stay, for emails that show them and versions of the settings. */
export const logos = pgTable('logos', {
  /** Hash of the content. */
  hash: text().primaryKey(),
  bytes: bytea().notNull(),
  createdAt: createdAt(),
});
