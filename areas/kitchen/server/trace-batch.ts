import { and, between, eq, inArray, or, sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { MOST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { batches, batchInputs, type BatchRow } from '#areas/kitchen/server/tables/batches.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { listLotsInHouse } from '#areas/kitchen/server/read-stock.ts';
import { settleUse } from '#areas/kitchen/server/use-stock.ts';

export type TracedBy = { now: Instant; timeZone: string; name: string };

type Certainty = 'recorded' | 'possible';
type Sources = {
  lots: { goodsLotId: number; certainty: Certainty }[];
  batches: { inputBatchId: number; certainty: Certainty }[];
};

type Traced = Pick<BatchRow, 'id' | 'componentId' | 'mealId' | 'cookDate' | 'madeQty'> & {
  deliveryDate?: PlainDate | null;
};

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
  const onHand = await batchesOnHand(tx, batch, { book, lines });
  const ingredientIds = [...ingredientsOf(lines, { book, onHand })];
  const { date: today } = wallTimeAt(now, timeZone);
  const inHouse = await listLotsInHouse(tx, {
    ingredientIds,
    date: batch.cookDate,
    today,
    timeZone,
  });
  const named = await findChosen(tx, { chosen, ingredientIds });
  const settled = new Set(named.map(({ ingredientId }) => ingredientId));
  const possible = inHouse.filter(({ ingredientId }) => !settled.has(ingredientId));
  return {
    lots: [
      ...named.map(({ id }) => ({ goodsLotId: id, certainty: 'recorded' as const })),
      ...possible.map(({ id }) => ({ goodsLotId: id, certainty: 'possible' as const })),
    ],
    batches: [...batchesOf(lines, { book, onHand })].map(([inputBatchId, certainty]) => ({
      inputBatchId,
      certainty,
    })),
  };
}

function linesOf(
  { componentId, mealId }: Pick<Traced, 'componentId' | 'mealId'>,
  { components, meals }: StoredBook,
): readonly BookLine[] {
  if (componentId !== null) return components.get(componentId)?.lines ?? [];
  return (mealId !== null && meals.get(mealId)?.lines) || [];
}

/** Done batches, by component, that still keep on its day: of all components in it, however deep. */
type OnHand = ReadonlyMap<number | null, readonly number[]>;
type Known = { book: StoredBook; onHand: OnHand };

async function batchesOnHand(
  tx: Transaction,
  { id, cookDate }: Pick<Traced, 'id' | 'cookDate'>,
  { book, lines }: { book: StoredBook; lines: readonly BookLine[] },
): Promise<OnHand> {
  const inside = [...componentsIn(lines, book)];
  if (inside.length === 0) return new Map();
  const rows = await tx
    .select({ id: batches.id, componentId: batches.componentId, cookDate: batches.cookDate })
    .from(batches)
    .where(
      and(
        inArray(batches.componentId, inside),
        eq(batches.state, 'done'),
        between(batches.cookDate, addDays(cookDate, -MOST_KEEPS_DAYS), cookDate),
      ),
    )
    .orderBy(batches.cookDate, batches.id);
  const good = rows.filter((row) => row.id !== id && cookDate <= lastDayOf(row, book));
  return new Map(
    [...Map.groupBy(good, ({ componentId }) => componentId)].map(([componentId, batchesOfIt]) => [
      componentId,
      batchesOfIt.map((row) => row.id),
    ]),
  );
}

function componentsIn(lines: readonly BookLine[], book: StoredBook): Set<number> {
  return new Set(
    lines.flatMap((line) =>
      'componentId' in line
        ? [line.componentId, ...componentsIn(insideOf(line.componentId, book), book)]
        : [],
    ),
  );
}

function insideOf(componentId: number, book: StoredBook): readonly BookLine[] {
  return book.components.get(componentId)?.lines ?? [];
}

function lastDayOf(
  { componentId, cookDate }: { componentId: number | null; cookDate: PlainDate },
  book: StoredBook,
): PlainDate {
  const component = componentId === null ? undefined : book.components.get(componentId);
  return addDays(cookDate, component?.keepsDays ?? 0);
}

/**
 * The batches that may be in it. One alone of a component is what went in; of several each may be. Of a component that
 * nobody ticked off, what may be in that instead.
 */
function batchesOf(lines: readonly BookLine[], { book, onHand }: Known): Map<number, Certainty> {
  const found = new Map<number, Certainty>();
  const add = (id: number, certainty: Certainty) => {
    if (found.get(id) !== 'recorded') found.set(id, certainty);
  };
  for (const line of lines) {
    if ('ingredientId' in line) continue;
    const batchIds = onHand.get(line.componentId) ?? [];
    for (const id of batchIds) add(id, batchIds.length === 1 ? 'recorded' : 'possible');
    if (batchIds.length > 0) continue;
    const deeper = batchesOf(insideOf(line.componentId, book), { book, onHand });
    for (const id of deeper.keys()) add(id, 'possible');
  }
  return found;
}

/**
 * Its own ingredients, and those of components of which nobody has ticked a batch: they were cooked all the same, and a
 * recall must not miss them.
 */
function ingredientsOf(lines: readonly BookLine[], { book, onHand }: Known): Set<number> {
  return new Set(
    lines.flatMap((line) => {
      if ('ingredientId' in line) return [line.ingredientId];
      if (onHand.has(line.componentId)) return [];
      return [...ingredientsOf(insideOf(line.componentId, book), { book, onHand })];
    }),
  );
}

type ChosenLot = { id: number; ingredientId: number; name: string; accepted: boolean };

/** Past its use-by or not: it is in the pot, and Today says so. */
async function findChosen(
  tx: Transaction,
  { chosen, ingredientIds }: { chosen: readonly number[]; ingredientIds: readonly number[] },
): Promise<ChosenLot[]> {
  if (chosen.length === 0) return [];
  const { rows } = await tx.execute<ChosenLot>(sql`
    select g.id, g.ingredient_id as "ingredientId", g.accepted, n.name
    from goods_lots g join ingredients n on n.id = g.ingredient_id where g.id in ${[...chosen]}`);
  for (const id of chosen) {
    const lot = rows.find((row) => row.id === id);
    if (!lot) throw new InvalidRequest({ goodsLotIds: 'Please choose goods that were taken in.' });
    const { name, accepted, ingredientId } = lot;
    if (!ingredientIds.includes(ingredientId))
      throw new InvalidRequest({ goodsLotIds: `${name} is not in this recipe.` });
    if (!accepted)
      throw new InvalidRequest({ goodsLotIds: `This delivery of ${name} was refused.` });
  }
  return rows;
}
