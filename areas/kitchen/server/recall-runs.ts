/** Recalls and drills that were made. */
import { desc, eq } from 'drizzle-orm';
import type { RecallRunReply } from '#areas/kitchen/calls/recall.ts';
import { toInstantText } from '#platform/rules/instant-text.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { goodsLots } from '#areas/kitchen/server/tables/batches.ts';
import { recallRuns } from '#areas/kitchen/server/tables/food-safety.ts';
import { ingredients } from '#areas/menu/server/tables/ingredients.ts';
import { recordedName, type StaffMember } from '#platform/server/staff-member.ts';
import { findRecall } from '#areas/kitchen/server/recall.ts';

/** Writes down who sought the goods and how long it took: a drill shows that it works before it has to. Throws NotFound. */
export async function runRecall(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { goodsLotId, isDrill }: { goodsLotId: number; isDrill: boolean },
): Promise<RecallRunReply> {
  const began = performance.now();
  const { lot, deliveries, erased, portions } = await findRecall(context, goodsLotId);
  const run = {
    isDrill,
    at: new Date(context.clock()),
    staffName: recordedName(staff),
    tookMs: Math.round(performance.now() - began),
    deliveries: deliveries.length + erased,
    portions,
  };
  await context.db.insert(recallRuns).values({ ...run, goodsLotId, staffId: staff.id });
  return describeRun({ ...run, ingredient: lot.ingredient });
}

const SHOWN_RUNS = 20;

export async function listRecallRuns(db: Database): Promise<RecallRunReply[]> {
  const rows = await db
    .select({ run: recallRuns, ingredient: ingredients.name })
    .from(recallRuns)
    .innerJoin(goodsLots, eq(goodsLots.id, recallRuns.goodsLotId))
    .innerJoin(ingredients, eq(ingredients.id, goodsLots.ingredientId))
    .orderBy(desc(recallRuns.at), desc(recallRuns.id))
    .limit(SHOWN_RUNS);
  return rows.map(({ run, ingredient }) => describeRun({ ...run, ingredient }));
}

/** Null: none was made. */
export async function findLastDrill(db: Database): Promise<{ at: Date; by: string } | null> {
  const [last] = await db
    .select({ at: recallRuns.at, by: recallRuns.staffName })
    .from(recallRuns)
    .where(eq(recallRuns.isDrill, true))
    .orderBy(desc(recallRuns.at))
    .limit(1);
  return last ?? null;
}

type Run = Pick<
  typeof recallRuns.$inferSelect,
  'isDrill' | 'at' | 'staffName' | 'tookMs' | 'deliveries' | 'portions'
> & { ingredient: string };

function describeRun({ at, staffName, ...run }: Run): RecallRunReply {
  const { isDrill, tookMs, deliveries, portions, ingredient } = run;
  const when = toInstantText(at.getTime());
  return { isDrill, tookMs, deliveries, portions, ingredient, at: when, by: staffName };
}
