import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core';

/**
 * Orders that may cost something else than their documents say. Triggers mark them, whoever changed what the account follows
 * from; the next lock of the order, or a job within a minute, issues what is due and takes the marks away.
 */
export const documentMarks = pgTable(
  'document_marks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer().notNull(),
    /** Sold by a release that kept no documents. */
    isPast: boolean().notNull().default(false),
  },
  (mark) => [index('document_marks_order').on(mark.orderId)],
);
