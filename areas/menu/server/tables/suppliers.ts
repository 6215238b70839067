import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  integer,
  pgTable,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, isNotNegative } from '#platform/server/db/tables/column-rules.ts';
import { ingredients } from './ingredients.ts';

export const suppliers = pgTable(
  'suppliers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: varchar({ length: 80 }).notNull(),
    /** Where orders are sent; empty: not by email. */
    email: varchar({ length: 254 }).notNull().default(''),
    address: varchar({ length: 200 }).notNull().default(''),
    /** ISO weekdays on which it delivers: 1 is Monday. */
    deliveryWeekdays: integer().array().notNull().default([]),
    version: integer().notNull().default(1),
    archivedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (supplier) => [
    uniqueIndex('suppliers_name')
      .on(sql`lower(${supplier.name})`)
      .where(sql`${supplier.archivedAt} is null`),
    check('suppliers_name_given', sql`btrim(${supplier.name}) <> ''`),
    check(
      'suppliers_delivery_weekdays',
      sql`${supplier.deliveryWeekdays} <@ array[1, 2, 3, 4, 5, 6, 7]`,
    ),
  ],
);
export type SupplierRow = typeof suppliers.$inferSelect;

/** In what a supplier sells an ingredient. */
export const supplierPacks = pgTable(
  'supplier_packs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    ingredientId: integer()
      .notNull()
      .references(() => ingredients.id),
    /** The supplier's own. */
    code: varchar({ length: 40 }).notNull().default(''),
    /** As it is ordered: "5 kg bag". */
    name: varchar({ length: 60 }).notNull().default(''),
    /** Base units of the ingredient. */
    qty: integer().notNull(),
    /** Null: not known, so nothing made of it has a cost. */
    priceCents: integer(),
    /** Sold in multiples of this many packs. */
    step: integer().notNull().default(1),
    minPacks: integer().notNull().default(0),
    /** Days that it keeps unopened; null: long. */
    keepsDays: integer(),
    isPreferred: boolean().notNull().default(false),
    /** Whether somebody has compared what is on this product's label with what its ingredient contains. */
    isLabelRead: boolean().notNull().default(false),
  },
  (pack) => [
    uniqueIndex('supplier_packs_preferred')
      .on(pack.ingredientId)
      .where(sql`${pack.isPreferred}`),
    check('supplier_packs_qty', sql`${pack.qty} > 0`),
    isNotNegative('supplier_packs_price', pack.priceCents),
    check('supplier_packs_step', sql`${pack.step} >= 1`),
    check(
      'supplier_packs_min_packs',
      sql`${pack.minPacks} >= 0 and ${pack.minPacks} % ${pack.step} = 0`,
    ),
    isNotNegative('supplier_packs_keeps_days', pack.keepsDays),
  ],
);
export type SupplierPackRow = typeof supplierPacks.$inferSelect;
