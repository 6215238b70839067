import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, dueColumns, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { meals } from './meals.ts';

const STATES = ['waiting', 'done', 'failed'] as const;

/** Pictures that an imported file names: fetched after the import. One that cannot be had leaves the drawn plate. */
export const pictureRequests = pgTable(
  'picture_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    /** As the file names it. */
    url: text().notNull(),
    state: text({ enum: STATES }).notNull().default('waiting'),
    /** The meal's own, once it is there. */
    imageUrl: text(),
    /** Why it could not be had, in words for staff. */
    error: text(),
    createdAt: createdAt(),
    ...dueColumns(),
  },
  (request) => [isOneOf('picture_requests_state', request.state, STATES)],
);
export type PictureRequestRow = typeof pictureRequests.$inferSelect;
