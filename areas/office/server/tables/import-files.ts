import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Files between being read and being imported: an hour, then they are gone. */
export const importFiles = pgTable(
  'import_files',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    bytes: bytea().notNull(),
    /** Email of who sent it. */
    by: text().notNull(),
    createdAt: createdAt(),
  },
  (file) => [index('import_files_age').on(file.createdAt)],
);
