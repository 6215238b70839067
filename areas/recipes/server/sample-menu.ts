import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { RemovalReply, SampleMenuReply } from '#areas/recipes/calls/sample-menu.ts';
import { saleStateAt } from '#areas/business/rules/sale-state.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { usesComponent } from '#areas/menu/rules/recipe.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import { bringBackComponents, changeMeal } from '#areas/menu/server/save-meal.ts';
import { findUnchangedMeals } from '#areas/menu/server/meal-queries.ts';
import { loadRecipeBook, type StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { publicMenu, readStoredMenu } from '#areas/menu/server/site.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import { listUndoable, markUndone, recordBulkAct, endOfUndo } from '#platform/server/bulk-acts.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { hideFood } from './retire.ts';
import type { Context } from '#platform/server/context.ts';
import { type BookContext, lockBook } from './save-in-book.ts';

type SampleContext = BookContext & Pick<Context, 'gateway'>;

export async function describeSampleMenu(context: SampleContext): Promise<SampleMenuReply> {
  return context.db.transaction(async (tx) => {
    const [{ leaving, changed }, ingredients, [act]] = [
      await findSamples(tx),
      await countIngredients(tx),
      await listUndoable(tx, context, 'remove_samples'),
    ];
    return {
      meals: leaving.length,
      changed: changed.length,
      ingredients,
      removed: act
        ? {
            at: act.at.toISOString(),
            by: act.by,
            until: endOfUndo(act),
            meals: act.ids['meals']?.length ?? 0,
          }
        : null,
    };
  });
}

/** Throws Conflict `preview_changed`, and `nothing_left_to_sell` while the kitchen is open and has no other meal on its menu. */
export async function removeSampleMenu(
  context: SampleContext,
  staff: StaffMember,
  { dryRun, previewHash }: { dryRun: boolean; previewHash?: string | undefined },
): Promise<RemovalReply> {
  const reply = await context.db.transaction(async (tx) => {
    await lockBook(tx);
    const { leaving, changed } = await findSamples(tx);
    const ids = leaving.map(({ id }) => id);
    const counts = {
      meals: ids.length,
      changed: changed.length,
      ingredients: await countIngredients(tx),
    };
    const refusal = await whyNotRemoved(context, tx, ids);
    const preview = { ...counts, refusal, previewHash: hashOf(ids, counts, refusal) };
    if (dryRun) return preview;
    if (refusal !== null) throw new Conflict('nothing_left_to_sell', refusal);
    requireSamePreview(previewHash, preview);
    if (ids.length === 0) return preview;
    const archivedAt = new Date(context.clock());
    for (const meal of leaving)
      await changeMeal(tx, context, staff, meal, {
        action: 'meal.archive',
        values: { archivedAt },
      });
    const componentIds = await findLeavingComponents(context, tx, ids);
    for (const id of componentIds) await hideFood(tx, context, staff, { kind: 'component', id });
    await recordBulkAct(tx, context, staff, {
      kind: 'remove_samples',
      ids: { meals: ids, components: componentIds },
    });
    return preview;
  });
  context.site.renew();
  return reply;
}

/** Each meal is as it was, on the menu or off it. Throws Conflict `nothing_to_undo` and `name_taken`. */
export async function bringBackSampleMenu(
  context: SampleContext,
  staff: StaffMember,
): Promise<SampleMenuReply> {
  await context.db.transaction(async (tx) => {
    await lockBook(tx);
    const [act] = await listUndoable(tx, context, 'remove_samples');
    if (!act) throw new Conflict('nothing_to_undo', 'There is nothing left to bring back.');
    const rows = await tx
      .select()
      .from(meals)
      .where(and(inArray(meals.id, act.ids['meals'] ?? []), isNotNull(meals.archivedAt)))
      .orderBy(asc(meals.id))
      .for('no key update');
    const ids = rows.map(({ id }) => id);
    await bringBackComponents(tx, context, staff, ids);
    for (const meal of rows)
      await changeMeal(tx, context, staff, meal, {
        action: 'meal.restore',
        values: { archivedAt: null },
      });
    await markUndone(tx, context, staff, act.id);
  });
  context.site.renew();
  return describeSampleMenu(context);
}

/** Locked until the transaction ends, as each meal that is archived is. */
async function findSamples(tx: Transaction): Promise<{ leaving: MealRow[]; changed: MealRow[] }> {
  const rows = await tx
    .select()
    .from(meals)
    .where(and(eq(meals.origin, 'sample'), isNull(meals.archivedAt)))
    .orderBy(asc(meals.id))
    .for('no key update');
  const unchanged = await findUnchangedMeals(
    tx,
    rows.map(({ id }) => id),
  );
  return {
    leaving: rows.filter(({ id }) => unchanged.has(id)),
    changed: rows.filter(({ id }) => !unchanged.has(id)),
  };
}

async function countIngredients(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ingredients where archived_at is null`,
  );
  return rows[0]?.count ?? 0;
}

async function whyNotRemoved(
  context: SampleContext,
  tx: Transaction,
  ids: readonly number[],
): Promise<string | null> {
  const now = context.clock();
  const { business } = await context.site.current();
  if (saleStateAt(now, business, context.gateway).state !== 'open') return null;
  const { active } = publicMenu(await readStoredMenu(tx, now), business, now);
  return active.every(({ id }) => ids.includes(id)) ? 'Add a meal first.' : null;
}

/** For the sample menu and never changed, and cooked for none of the meals that stay or are still to be brought. */
async function findLeavingComponents(
  context: SampleContext,
  tx: Transaction,
  mealIds: readonly number[],
): Promise<number[]> {
  const book = await loadRecipeBook(tx);
  const came = await tx
    .select({ id: recipeVersions.componentId })
    .from(recipeVersions)
    .where(
      and(
        eq(recipeVersions.version, 1),
        isNull(recipeVersions.by),
        isNotNull(recipeVersions.componentId),
      ),
    );
  const ofSample = new Set(came.map(({ id }) => id));
  const stays = new Set<number>();
  const keep = (lines: readonly BookLine[]) => {
    for (const line of lines.filter(usesComponent)) {
      if (stays.has(line.componentId)) continue;
      stays.add(line.componentId);
      keep(book.components.get(line.componentId)?.lines ?? []);
    }
  };
  keep(await stayingLines(context, tx, book, mealIds));
  const used = [...book.components.values()].filter(({ archivedAt }) => archivedAt === null);
  for (const { id, version, lines } of used)
    if (!ofSample.has(id) || version > 1) {
      stays.add(id);
      keep(lines);
    }
  return used.map(({ id }) => id).filter((id) => !stays.has(id));
}

/** For the meals that are not archived, and of archived ones in orders that are still to be cooked and brought. */
async function stayingLines(
  context: SampleContext,
  tx: Transaction,
  book: StoredBook,
  leaving: readonly number[],
): Promise<BookLine[]> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const current = await tx.select({ id: meals.id }).from(meals).where(isNull(meals.archivedAt));
  const awaited = await tx
    .selectDistinct({ id: orderItems.mealId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(
      and(
        gte(deliveries.date, today),
        inArray(deliveries.status, ['planned', 'cooked', 'packed', 'out']),
      ),
    );
  const gone = new Set(leaving);
  const ids = new Set([
    ...current.map(({ id }) => id).filter((id) => !gone.has(id)),
    ...awaited.map(({ id }) => id),
  ]);
  return [...ids].flatMap((id) => book.meals.get(id)?.lines ?? []);
}
