import { integer, pgTable } from 'drizzle-orm/pg-core';

/**
 * Orders whose food is to be looked through again. Triggers mark them, whoever wrote what their verdicts follow from: needs,
 * portions, where a delivery is, a recipe, how long food keeps. `followFood` takes the marks away.
 */
export const foodMarks = pgTable('food_marks', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer().notNull(),
});
