import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Portions } from '#areas/menu/rules/portion-limits.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots, mealDays, holds } from '#areas/order-book/server/tables/slots.ts';
import { lockForBooking, releaseHold } from '#areas/places/server/holds.ts';
import { releaseFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { stopPayment } from '#areas/checkout/server/end-checkout.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict, Unavailable } from '#platform/server/errors.ts';
import type { Intent } from '#platform/server/gateway-port.ts';

/** Not sold, only held unpaid. */
export type Crowded = { slots: readonly SlotKey[]; portions: readonly Portions[] };

const MOST_ATTEMPTS = 3;

/**
 * Books or holds what an approval is for; holds of others give way while that is all that is missing. `attempt` drops the
 * checkouts that it is given. Returns its last outcome: `crowded` when nothing can give way now.
 */
export async function makeRoom<Outcome extends { is: string; crowded?: Crowded }>(
  context: Context,
  attempt: (tx: Transaction, stopped: readonly string[]) => Promise<Outcome>,
): Promise<Outcome> {
  let stopped: string[] = [];
  for (let attempts = 0; ; attempts += 1) {
    const given = stopped;
    const outcome = await context.db.transaction((tx) => attempt(tx, given));
    if (!outcome.crowded || attempts === MOST_ATTEMPTS) return outcome;
    const gaveWay = await displace(context, outcome.crowded);
    if (gaveWay.stopped.length === 0 && !gaveWay.isOnePaid) return outcome;
    ({ stopped } = gaveWay);
  }
}

/** `kept`: until when the approval is. */
export function placePending(kept: Record<string, unknown> = {}): Conflict {
  return new Conflict(
    'place_pending',
    'Someone is paying for the same place at this moment. Your card was not charged; we ask again in a few seconds.',
    kept,
  );
}

/** For one place, so many are asked after at the gateway. */
const MOST_LOOKED_AT = 8;

/**
 * Stops the payments of holds that give way, one for each place that is missing: of the network with most live holds, then the
 * oldest; never one that a bank is deciding on, and one whose customer is with their bank last. Cancelled at the gateway first:
 * what turns out paid is settled, and the next gives way. Returns the checkouts to be dropped; their places stay held until
 * then, and whether one was paid. Neither: nothing can give way now, or the gateway is silent.
 */
async function displace(
  context: Context,
  { slots, portions }: Crowded,
): Promise<{ stopped: string[]; isOnePaid: boolean }> {
  const stopped = new Set<string>();
  let isOnePaid = false;
  const missing = [...slots.map(heldOnSlot), ...portions.map(heldOnMeal)];
  try {
    for (const isOfIt of missing) {
      const candidates = await listCandidates(context, isOfIt);
      if (candidates.some(({ id }) => stopped.has(id))) continue;
      const { id, isPaid } = await stopOne(context, candidates);
      if (id !== null) stopped.add(id);
      isOnePaid ||= isPaid;
    }
  } catch (error) {
    // The hold stays, and the buyer waits: nobody knows whether it was paid.
    if (!(error instanceof Unavailable)) throw error;
  }
  return { stopped: [...stopped], isOnePaid };
}

/** Those that this caller is to drop, of the checkouts that gave way: another may have been faster. */
export async function claimDisplaced(
  tx: Transaction,
  stopped: readonly string[],
): Promise<string[]> {
  if (stopped.length === 0) return [];
  const ended = await tx
    .update(checkouts)
    .set({ state: 'displaced' })
    .where(and(inArray(checkouts.id, [...stopped]), eq(checkouts.state, 'expiring')))
    .returning({ id: checkouts.id });
  return ended.map(({ id }) => id);
}

/** In the transaction that takes what they held, and in the order of all locks. */
export async function releaseDisplaced(
  tx: Transaction,
  ids: readonly string[],
  taken: { slots: readonly SlotKey[]; mealIds: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await lockForBooking(tx, { ...taken, ids });
  for (const id of ids) {
    await releaseHold(tx, id);
    await releaseFirstOrderOffer(tx, id);
  }
}

async function stopOne(
  context: Context,
  candidates: readonly CheckoutRow[],
): Promise<{ id: string | null; isPaid: boolean }> {
  const statuses = await Promise.all(candidates.map((one) => statusOf(context, one)));
  const asked = candidates.map((candidate, index) => ({ candidate, status: statuses[index] }));
  const withBank = asked.filter(({ status }) => status === 'requires_action');
  const others = asked.filter(
    ({ status }) => status !== 'requires_action' && status !== 'processing',
  );
  let isPaid = false;
  for (const { candidate } of [...others, ...withBank]) {
    const stop = await stopPayment(context, candidate);
    if (stop === 'stopped') return { id: candidate.id, isPaid };
    isPaid ||= stop === 'paid';
  }
  return { id: null, isPaid };
}

/** Null: its intent is just being opened, or was never stored. */
async function statusOf(
  { gateway }: Context,
  { paymentIntentId }: CheckoutRow,
): Promise<Intent['status'] | null> {
  const intent = paymentIntentId === null ? null : await gateway.retrieveIntent(paymentIntentId);
  return intent?.status ?? null;
}

function heldOnSlot({ date, window }: SlotKey): SQL {
  return sql`h.slot_id in (select s.id from ${deliverySlots} s
    where s.date = ${date} and s.time_slot = ${window})`;
}

/** For its day, or of a week that has it. */
function heldOnMeal({ mealId, date }: Portions): SQL {
  return sql`h.meal_day_id in (select d.id from ${mealDays} d where d.meal_id = ${mealId}
    and ${date}::date between d.date and d.date + case d.scope when 'week' then 6 else 0 end)`;
}

async function listCandidates({ db }: Pick<Context, 'db'>, isOfIt: SQL): Promise<CheckoutRow[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select h.owner_id as id from ${holds} h
    where h.kind = 'checkout' and ${isOfIt}
    group by h.owner_id
    order by max((select count(distinct n.owner_id) from ${holds} n where n.network = h.network)) desc,
      min(h.made_at), h.owner_id
    limit ${MOST_LOOKED_AT}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await db
    .select()
    .from(checkouts)
    .where(sql`${checkouts.id} = any (${sql.param(ids)}::uuid[])`);
  return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
}
