import { and, desc, eq, isNotNull, lte } from 'drizzle-orm';
import type { PotId } from '#areas/kitchen/rules/bench-words.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { whyNotOn } from '#areas/kitchen/rules/cook-days.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined, Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { batches, type BatchRow } from '#areas/kitchen/server/tables/batches.ts';
import { recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { lockStore, traceBatch, type TracedBy, untraceBatch } from './trace-batch.ts';
import { settleUse } from '#areas/kitchen/server/use-stock.ts';
import { kitchenOf, type PlanQuestion, readPlan, recipesOf } from './read-plan.ts';

type Moved = { componentId: number; cookDate: PlainDate; toDate: PlainDate };

/**
 * Puts a cooking on another day and keeps it there. Throws Conflict `plan_changed` when the plan has no such cooking any
 * more, and InvalidRequest with the reason when it may not be cooked then.
 */
export async function moveCooking(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { componentId, cookDate, toDate }: Moved,
  asked: PlanQuestion,
): Promise<void> {
  const plan = await readPlan(context, asked);
  const cooking = plan.cookings.find(
    (one) => one.componentId === componentId && one.cookDate === cookDate,
  );
  const component = recipesOf(plan.book).components.get(componentId);
  if (!cooking || !component)
    throw new Conflict('plan_changed', 'The plan has changed. Look at it again.');
  const name = plan.book.components.get(componentId)?.name ?? '';
  const kitchen = kitchenOf(plan.business);
  const reason = whyNotOn(toDate, { ...component, name }, cooking.needs, kitchen);
  if (reason !== null) throw new InvalidRequest({ toDate: reason });
  await context.db.transaction(async (tx) => {
    await removePlanned(tx, { componentId, cookDate });
    await removePlanned(tx, { componentId, cookDate: toDate });
    await tx.insert(batches).values(
      cooking.batches.map((plannedQty) => ({
        componentId,
        cookDate: toDate,
        plannedQty,
        by: recordedName(staff),
      })),
    );
    await recordChange(tx, context, {
      staff,
      action: 'component.move_cooking',
      entityId: componentId,
      before: { cookDate },
      after: { cookDate: toDate },
    });
  });
}

/** The plan chooses the day again. Of a day that nobody chose there is nothing to let go. */
export async function releaseCooking(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  cooking: { componentId: number; cookDate: PlainDate },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if ((await removePlanned(tx, cooking)) === 0) return;
    await recordChange(tx, context, {
      staff,
      action: 'component.release_cooking',
      entityId: cooking.componentId,
      before: { cookDate: cooking.cookDate },
    });
  });
}

async function removePlanned(
  tx: Transaction,
  { componentId, cookDate }: { componentId: number; cookDate: PlainDate },
): Promise<number> {
  const removed = await tx
    .delete(batches)
    .where(
      and(
        eq(batches.componentId, componentId),
        eq(batches.cookDate, cookDate),
        eq(batches.state, 'planned'),
      ),
    )
    .returning({ id: batches.id });
  return removed.length;
}

type MadePot = PotId & {
  plannedQty: number;
  madeQty: number;
  /** That the cook saw: it was cooked by it. */
  recipeVersion: number;
  goodsLotIds: readonly number[];
  at: Instant;
};

/**
 * The batch keeps the version of the recipe that it was cooked by, and what may have gone into it. Throws InvalidRequest for
 * a lot that cannot be in it.
 */
export async function recordBatchDone(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
  { componentId, cookDate, number, plannedQty, madeQty, recipeVersion, goodsLotIds, at }: MadePot,
): Promise<BatchRow> {
  const by = { ...(await traced(context, staff)), now: at };
  const book = await loadRecipeBook(tx);
  const [version] = await tx
    .select({ id: recipeVersions.id })
    .from(recipeVersions)
    .where(
      and(eq(recipeVersions.componentId, componentId), lte(recipeVersions.version, recipeVersion)),
    )
    .orderBy(desc(recipeVersions.version))
    .limit(1);
  await removePlanned(tx, { componentId, cookDate });
  const [row] = await tx
    .insert(batches)
    .values({
      componentId,
      cookDate,
      pot: number,
      plannedQty,
      madeQty,
      state: 'done',
      recipeVersionId: version?.id ?? null,
      doneAt: new Date(at),
      by: by.name,
    })
    .returning();
  const batch = assertDefined(row, 'a batch');
  await lockStore(tx);
  await traceBatch(tx, by, batch, { book, chosen: goodsLotIds });
  await recordBatchChange(tx, context, staff, { action: 'component.make', after: batch });
  return batch;
}

export async function findPot(
  tx: Transaction,
  { componentId, cookDate, number }: PotId,
): Promise<BatchRow | null> {
  const [found] = await tx
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.componentId, componentId),
        eq(batches.cookDate, cookDate),
        eq(batches.pot, number),
        eq(batches.state, 'done'),
      ),
    );
  return found ?? null;
}

/** Throws NotFound, and InvalidRequest when more is left over and thrown away than was made. */
export async function correctDoneBatch(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
  quantities: Quantities,
): Promise<void> {
  const { madeQty, leftQty, wastedQty } = quantities;
  if (leftQty + wastedQty > madeQty)
    throw new InvalidRequest({ leftQty: 'More is left over and thrown away than was made.' });
  await settleQuantities(tx, context, staff, await lockDone(tx, id), quantities);
}

/** All of it was thrown away. One that was undone since used nothing. */
export async function wasteBatch(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  const [done] = await selectDone(tx, id);
  if (!done) return;
  const madeQty = done.madeQty ?? 0;
  await settleQuantities(tx, context, staff, done, { madeQty, leftQty: 0, wastedQty: madeQty });
}

/** In base units of the component. */
type Quantities = { madeQty: number; leftQty: number; wastedQty: number };

async function settleQuantities(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
  before: BatchRow,
  { madeQty, leftQty, wastedQty }: Quantities,
): Promise<void> {
  const by = await traced(context, staff);
  const [row] = await tx
    .update(batches)
    .set({ madeQty, leftQty, wastedQty, by: by.name })
    .where(eq(batches.id, before.id))
    .returning();
  const after = assertDefined(row, 'a corrected batch');
  const book = await loadRecipeBook(tx);
  await lockStore(tx);
  await settleUse(tx, by, after, { book, chosen: [] });
  const action = 'component.correct_batch';
  await recordBatchChange(tx, context, staff, { action, before, after });
}

/** Undo of a tap. What happened stays on record as dropped; what it used is in the store again. Throws NotFound. */
export async function undoDoneBatch(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  const by = await traced(context, staff);
  const before = await lockDone(tx, id);
  const [undone] = await tx
    .update(batches)
    .set({ state: 'dropped', madeQty: null, leftQty: 0, wastedQty: 0, by: by.name })
    .where(eq(batches.id, id))
    .returning();
  await lockStore(tx);
  await untraceBatch(tx, by, assertDefined(undone, 'an undone batch'), {
    book: await loadRecipeBook(tx),
  });
  await recordBatchChange(tx, context, staff, { action: 'component.undo_batch', before });
}

/** For a component: meals that are put together follow what is ticked off on the bench. Throws NotFound. */
async function lockDone(tx: Transaction, id: number): Promise<BatchRow> {
  const [row] = await selectDone(tx, id);
  if (!row) throw new NotFound('This batch');
  return row;
}

function selectDone(tx: Transaction, id: number): Promise<BatchRow[]> {
  return tx
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), eq(batches.state, 'done'), isNotNull(batches.componentId)))
    .for('update');
}

type BatchChange = {
  action: 'component.make' | 'component.correct_batch' | 'component.undo_batch';
  before?: BatchRow;
  after?: BatchRow;
};

async function recordBatchChange(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  { action, before, after }: BatchChange,
): Promise<void> {
  const { componentId } = assertDefined(after ?? before, 'a batch');
  await recordChange(tx, context, {
    staff,
    action,
    entityId: String(componentId),
    before: before ? auditedFacts(before) : null,
    after: after ? auditedFacts(after) : null,
  });
}

/** Quantities in base units, as everywhere on record. */
function auditedFacts({ id, cookDate, plannedQty, madeQty, leftQty, wastedQty }: BatchRow) {
  return { batch: id, cookDate, plannedQty, madeQty, leftQty, wastedQty };
}

async function traced(
  { site, clock }: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
): Promise<TracedBy> {
  const { business } = await site.current();
  return { now: clock(), timeZone: business.timeZone, name: recordedName(staff) };
}
