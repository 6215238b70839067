import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { STORED_AS } from '#areas/kitchen/rules/receipts.ts';
import { createdAt, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { shoppingOrders } from '#areas/kitchen/server/tables/shopping-orders.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  ingredients,
  components,
  recipeVersions,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';

const BATCH_STATES = ['planned', 'done', 'dropped'] as const;
const CERTAINTIES = ['recorded', 'possible'] as const;
const MOVEMENT_KINDS = ['received', 'used', 'wasted', 'counted', 'returned', 'short'] as const;

/** One cooking of a component, or the putting together of a meal for one delivery date. */
export const batches = pgTable(
  'batches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    componentId: integer().references(() => components.id),
    mealId: integer().references(() => meals.id),
    deliveryDate: date(),
    cookDate: date().notNull(),
    /** Which of the day's pots a cook said that it was; null: of a meal, or planned. */
    pot: integer(),
    /** Base units of the component; portions of a meal. */
    plannedQty: integer().notNull(),
    madeQty: integer(),
    /** Still good, and taken off what later days need. */
    leftQty: integer().notNull().default(0),
    wastedQty: integer().notNull().default(0),
    state: text({ enum: BATCH_STATES }).notNull().default('planned'),
    recipeVersionId: integer().references(() => recipeVersions.id),
    doneAt: timestamp({ withTimezone: true }),
    by: text(),
    createdAt: createdAt(),
  },
  (batch) => [
    check('batches_of_one', sql`num_nonnulls(${batch.componentId}, ${batch.mealId}) = 1`),
    check(
      'batches_delivery_date',
      sql`(${batch.mealId} is null) = (${batch.deliveryDate} is null)`,
    ),
    isOneOf('batches_state', batch.state, BATCH_STATES),
    check('batches_done', sql`(${batch.state} = 'done') = (${batch.madeQty} is not null)`),
    check('batches_planned', sql`${batch.plannedQty} > 0`),
    isNotNegative('batches_made', batch.madeQty),
    check('batches_left', sql`least(${batch.leftQty}, ${batch.wastedQty}) >= 0`),
    // A pot that two tablets report is one.
    uniqueIndex('batches_pot')
      .on(batch.componentId, batch.cookDate, batch.pot)
      .where(sql`${batch.state} = 'done'`),
    index('batches_cook_date').on(batch.cookDate),
    index('batches_component').on(batch.componentId, batch.cookDate),
    index('batches_meal').on(batch.mealId, batch.deliveryDate),
  ],
);
export type BatchRow = typeof batches.$inferSelect;

/** One delivery of an ingredient, with the supplier's code for it. Refused goods are kept as a record. */
export const goodsLots = pgTable(
  'goods_lots',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ingredientId: integer()
      .notNull()
      .references(() => ingredients.id),
    supplierId: integer().references(() => suppliers.id),
    supplierLot: varchar({ length: 80 }).notNull().default(''),
    useBy: date(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    receivedBy: text().notNull(),
    qty: integer().notNull(),
    /** Tenths of a degree Celsius. */
    tempTenths: integer(),
    /** How it came; null: a release wrote it that did not ask. */
    storedAs: text({ enum: STORED_AS }),
    /** False: refused. Kept as a record, and never in the house. */
    accepted: boolean().notNull(),
    /** What was wrong, and what was done about it. */
    note: varchar({ length: 400 }).notNull().default(''),
    /** From then on it is in no batch any more; null: there is some of it, as far as anyone said. */
    usedUpAt: timestamp({ withTimezone: true }),
    /** For what it was ordered with. */
    shoppingOrderId: integer().references(() => shoppingOrders.id),
    /** The last day on which the store counts it; null: it keeps. */
    keepsUntil: date(),
    /** What it cost; null: not known. */
    costCents: integer(),
    /** One for all goods that are taken in together, however often that is sent. */
    key: uuid(),
    /** Its place among them. */
    line: integer().notNull().default(0),
  },
  (lot) => [
    check('goods_lots_qty', sql`${lot.qty} > 0`),
    isOneOf('goods_lots_stored_as', lot.storedAs, STORED_AS),
    uniqueIndex('goods_lots_key').on(lot.key, lot.line),
    isNotNegative('goods_lots_cost', lot.costCents),
    index('goods_lots_ingredient').on(lot.ingredientId, lot.receivedAt),
  ],
);
export type GoodsLotRow = typeof goodsLots.$inferSelect;

/** What went into a batch: `possible` when it was in the house that day and nobody scanned it. */
export const batchInputs = pgTable(
  'batch_inputs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    batchId: integer()
      .notNull()
      .references(() => batches.id),
    goodsLotId: integer().references(() => goodsLots.id),
    inputBatchId: integer().references((): AnyPgColumn => batches.id),
    certainty: text({ enum: CERTAINTIES }).notNull(),
  },
  (input) => [
    check('batch_inputs_one', sql`num_nonnulls(${input.goodsLotId}, ${input.inputBatchId}) = 1`),
    isOneOf('batch_inputs_certainty', input.certainty, CERTAINTIES),
    unique('batch_inputs_once')
      .on(input.batchId, input.goodsLotId, input.inputBatchId)
      .nullsNotDistinct(),
    index('batch_inputs_goods_lot').on(input.goodsLotId),
    index('batch_inputs_input_batch').on(input.inputBatchId),
  ],
);

/** What came into the store and left it. Rows are only ever added; a trigger refuses updates and deletes. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ingredientId: integer()
      .notNull()
      .references(() => ingredients.id),
    goodsLotId: integer().references(() => goodsLots.id),
    /** Base units; less than 0: it left the store. 0: more was used than should have been there. */
    qty: integer().notNull(),
    kind: text({ enum: MOVEMENT_KINDS }).notNull(),
    batchId: integer().references(() => batches.id),
    /** What went out on this day by the plan, though nobody ticked it off. */
    plannedFor: date(),
    reason: varchar({ length: 200 }).notNull().default(''),
    by: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (movement) => [
    check('stock_movements_qty', sql`(${movement.qty} = 0) = (${movement.kind} = 'short')`),
    isOneOf('stock_movements_kind', movement.kind, MOVEMENT_KINDS),
    index('stock_movements_ingredient').on(movement.ingredientId, movement.at),
    index('stock_movements_goods_lot').on(movement.goodsLotId),
    index('stock_movements_planned_for').on(movement.plannedFor),
  ],
);
