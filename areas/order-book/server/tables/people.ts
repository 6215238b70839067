import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import { isInRange } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

/** The people an order feeds. */
export const people = pgTable(
  'people',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** 1 to 6, in the wizard's order. */
    position: integer().notNull(),
    name: text().notNull(),
    calorieTarget: integer().notNull(),
    /** What they may not eat. Health information: it is erased with the person. */
    allergens: text().array().$type<Allergen[]>().notNull().default([]),
    /** Foods that no law lists: "capsicum". */
    avoid: text().array().notNull().default([]),
    diets: text().array().$type<Diet[]>().notNull().default([]),
    note: text().notNull().default(''),
  },
  (person) => [
    unique('people_order_position').on(person.orderId, person.position),
    unique('people_order_name').on(person.orderId, person.name),
    // The target of foreign keys that keep an item and its person in the same order.
    unique('people_id_order').on(person.id, person.orderId),
    isInRange('people_calorie_target', person.calorieTarget, { min: 500, max: 6000 }),
  ],
);
