/** What went into a batch: written when it is done, taken away when that is undone. */
import { and, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type Instant, wallTimeAt } from '#domain/calendar/zoned-time.ts';
import type { BookLine } from '#domain/production/recipe/recipe-book.ts';
import type { Transaction } from '#server/db/client.ts';
import { batches, batchInputs, type BatchRow } from '#server/db/schema/production/batches.ts';
import { InvalidRequest } from '#server/errors.ts';
import type { StoredBook } from '#server/recipe-book/load-recipe-book.ts';
import { listLotsInHouse } from '#server/traceability/goods-in-house.ts';
import { settleUse } from '#server/traceability/use-stock.ts';

export type TracedBy = { now: Instant; timeZone: string; name: string };

type Source = { goodsLotId: number; certainty: 'recorded' | 'possible' };
type BatchSource = { inputBatchId: number; certainty: 'recorded' | 'possible' };
export type Sources = { lots: Source[]; batches: BatchSource[] };

type Traced = Pick<BatchRow, 'id' | 'componentId' | 'mealId' | 'cookDate' | 'madeQty'>;

/** Batches and store take turns, after everything else that a transaction locks. */
export async function lockStore(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('store', 0))`);
}

/**
 * Under `lockStore`. Again for the same batch, it only adds: what was in the house at the first portion may be in it.
 * `chosen`: the lots that the cook named; of their ingredients no other counts. Throws InvalidRequest for a lot that
 * cannot be in it.
 */
export async function traceBatch(
  tx: Transaction,
  by: TracedBy,
  batch: Traced,
  { book, chosen = [] }: { book: StoredBook; chosen?: readonly number[] },
): Promise<void> {
  const sources = await findSources(tx, by, batch, { book, chosen });
  const rows = [...sources.lots, ...sources.batches].map((source) => ({
    ...source,
    batchId: batch.id,
  }));
  if (rows.length > 0)
    await tx
      .insert(batchInputs)
      .values(rows)
      .onConflictDoUpdate({
        target: [batchInputs.batchId, batchInputs.goodsLotId, batchInputs.inputBatchId],
        set: { certainty: 'recorded' },
        setWhere: sql`excluded.certainty = 'recorded'`,
      });
  await settleUse(tx, by, batch, { book, chosen });
}

/** Under `lockStore`, for a batch that is dropped. What it had been an input of looks for its sources again. */
export async function untraceBatch(
  tx: Transaction,
  by: TracedBy,
  batch: Traced,
  { book }: { book: StoredBook },
): Promise<void> {
  const users = await tx
    .select({ batch: batches })
    .from(batchInputs)
    .innerJoin(batches, eq(batches.id, batchInputs.batchId))
    .where(and(eq(batchInputs.inputBatchId, batch.id), eq(batches.state, 'done')));
  await tx
    .delete(batchInputs)
    .where(or(eq(batchInputs.batchId, batch.id), eq(batchInputs.inputBatchId, batch.id)));
  await settleUse(tx, by, { ...batch, madeQty: 0 }, { book, chosen: [] });
  for (const user of users) await traceBatch(tx, by, user.batch, { book });
}

/** What may have gone into a batch, by the recipe as it is now and what was in the house that day. */
export async function findSources(
  tx: Transaction,
  { now, timeZone }: Pick<TracedBy, 'now' | 'timeZone'>,
  batch: Omit<Traced, 'madeQty'>,
  { book, chosen }: { book: StoredBook; chosen: readonly number[] },
): Promise<Sources> {
  const lines = linesOf(batch, book);
  const fromBatches = await batchesOnHand(tx, batch, { book, lines });
  const covered = new Set(fromBatches.map(({ componentId }) => componentId));
  const ingredientIds = [...ingredientsOf(lines, { book, covered })];
  const { date: today } = wallTimeAt(now, timeZone);
  const inHouse = await listLotsInHouse(tx, {
    ingredientIds,
    date: batch.cookDate,
    today,
    timeZone,
  });
  const named = await findChosen(tx, batch, { chosen, ingredientIds });
  const settled = new Set(named.map(({ ingredientId }) => ingredientId));
  const possible = inHouse.filter(({ ingredientId }) => !settled.has(ingredientId));
  return {
    lots: [
      ...named.map(({ id }) => ({ goodsLotId: id, certainty: 'recorded' as const })),
      ...possible.map(({ id }) => ({ goodsLotId: id, certainty: 'possible' as const })),
    ],
    batches: fromBatches.map(({ id, certainty }) => ({ inputBatchId: id, certainty })),
  };
}

function linesOf(
  { componentId, mealId }: Pick<Traced, 'componentId' | 'mealId'>,
  { components, meals }: StoredBook,
): readonly BookLine[] {
  if (componentId !== null) return components.get(componentId)?.lines ?? [];
  return (mealId !== null && meals.get(mealId)?.lines) || [];
}

/**
 * Done batches of the components in it that still keep on its day. One alone is what went in; of several each may be.
 */
async function batchesOnHand(
  tx: Transaction,
  { id, cookDate }: Pick<Traced, 'id' | 'cookDate'>,
  { book, lines }: { book: StoredBook; lines: readonly BookLine[] },
) {
  const used = lines.flatMap((line) => ('componentId' in line ? [line.componentId] : []));
  if (used.length === 0) return [];
  const longest = Math.max(...used.map((one) => book.components.get(one)?.keepsDays ?? 0));
  const rows = await tx
    .select({ id: batches.id, componentId: batches.componentId, cookDate: batches.cookDate })
    .from(batches)
    .where(
      and(
        inArray(batches.componentId, used),
        eq(batches.state, 'done'),
        lte(batches.cookDate, cookDate),
        gte(batches.cookDate, addDays(cookDate, -longest)),
      ),
    )
    .orderBy(batches.cookDate, batches.id);
  const good = rows.filter(
    (row) => row.id !== id && isStillGood(row.cookDate, cookDate, keepsDaysOf(row, book)),
  );
  const byComponent = Map.groupBy(good, ({ componentId }) => componentId);
  return good.map((row) => ({
    ...row,
    certainty:
      byComponent.get(row.componentId)?.length === 1
        ? ('recorded' as const)
        : ('possible' as const),
  }));
}

function keepsDaysOf({ componentId }: { componentId: number | null }, book: StoredBook): number {
  return (componentId !== null && book.components.get(componentId)?.keepsDays) || 0;
}

function isStillGood(cooked: PlainDate, on: PlainDate, keepsDays: number): boolean {
  return on <= addDays(cooked, keepsDays);
}

/**
 * Its own ingredients, and those of components of which nobody has ticked a batch: they were cooked all the same, and a
 * recall must not miss them.
 */
function ingredientsOf(
  lines: readonly BookLine[],
  { book, covered }: { book: StoredBook; covered: ReadonlySet<number | null> },
): Set<number> {
  return new Set(
    lines.flatMap((line) => {
      if ('ingredientId' in line) return [line.ingredientId];
      if (covered.has(line.componentId)) return [];
      const inside = book.components.get(line.componentId)?.lines ?? [];
      return [...ingredientsOf(inside, { book, covered: new Set() })];
    }),
  );
}

type ChosenLot = {
  id: number;
  ingredientId: number;
  name: string;
  accepted: boolean;
  useBy: PlainDate | null;
};

async function findChosen(
  tx: Transaction,
  { cookDate }: Pick<Traced, 'cookDate'>,
  { chosen, ingredientIds }: { chosen: readonly number[]; ingredientIds: readonly number[] },
): Promise<ChosenLot[]> {
  if (chosen.length === 0) return [];
  const { rows } = await tx.execute<ChosenLot>(sql`
    select g.id, g.ingredient_id as "ingredientId", g.accepted, g.use_by::text as "useBy", n.name
    from goods_lots g join ingredients n on n.id = g.ingredient_id where g.id in ${[...chosen]}`);
  for (const id of chosen) {
    const lot = rows.find((row) => row.id === id);
    if (!lot) throw new InvalidRequest({ goodsLotIds: 'Please choose goods that were taken in.' });
    const reason = whyNotIn(lot, { cookDate, ingredientIds });
    if (reason !== null) throw new InvalidRequest({ goodsLotIds: reason });
  }
  return rows;
}

function whyNotIn(
  { ingredientId, accepted, useBy, name }: ChosenLot,
  { cookDate, ingredientIds }: { cookDate: PlainDate; ingredientIds: readonly number[] },
): string | null {
  if (!ingredientIds.includes(ingredientId)) return `${name} is not in this recipe.`;
  if (!accepted) return `This delivery of ${name} was refused.`;
  if (useBy !== null && useBy < cookDate) return `This ${name} is past its use-by date.`;
  return null;
}
