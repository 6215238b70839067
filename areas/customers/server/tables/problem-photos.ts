import { customType, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { problems } from './problems.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What customers photographed of a problem, re-encoded. Deleted after 90 days, and after one if it was never sent with a problem. */
export const problemPhotos = pgTable(
  'problem_photos',
  {
    id: uuid().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Null: uploaded, and its problem not sent yet. */
    problemId: integer().references(() => problems.id, { onDelete: 'cascade' }),
    bytes: bytea().notNull(),
    createdAt: createdAt(),
  },
  (photo) => [
    index('problem_photos_order').on(photo.orderId),
    index('problem_photos_problem').on(photo.problemId),
  ],
);
