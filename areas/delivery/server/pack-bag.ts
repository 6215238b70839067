/** What packers say of a bag: its portions, its allergies, who has it open, and that it is packed. */
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type checkPerson as checkCall,
  type closeBag as closeCall,
  type TickRequest,
  checkPerson as checkPersonCall,
  claimBag as claimBagCall,
  closeBag as closeBagCall,
  getPackDay as getPackDayCall,
  tickPortion as tickPortionCall,
  undoBag as undoBagCall,
} from '#areas/delivery/calls/pack.ts';
import { type GiftCard, giftCardIn, giftCardText } from '#areas/order-book/rules/kitchen-bag.ts';
import type { OrderDelivery } from '#areas/order-book/rules/order.ts';
import {
  CLAIM_SECONDS,
  wordsOfFood,
  isToPack,
  mealsToAskAbout,
  portionOf,
} from '#areas/order-book/rules/pack-bag.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  CARD,
  packChecks,
  packClaims,
  packTicks,
} from '#areas/order-book/server/tables/packing.ts';
import { changeDelivery } from '#areas/delivery/server/change-delivery.ts';
import { lockDelivery } from '#areas/delivery/server/list-deliveries.ts';
import { packerName, getPackDay } from '#areas/delivery/server/pack-day.ts';
import { undoReports, refuseOtherPerson } from '#areas/delivery/server/report-deliveries.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';

type PackContext = Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>;

/** Does it with the delivery locked. Throws NotFound. */
async function withBag<Result>(
  context: PackContext,
  deliveryId: number,
  work: (tx: Transaction, delivery: OrderDelivery, card: GiftCard | null) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction(async (tx) => {
    const { delivery, card } = await lockBag(tx, deliveryId);
    return work(tx, delivery, card);
  });
}

/** Throws NotFound. */
async function lockBag(tx: Transaction, deliveryId: number) {
  const locked = await lockDelivery(tx, deliveryId);
  if (!locked) throw new NotFound('This bag');
  const [order] = await loadOrdersToCook(tx, { orderIds: [locked.order.id], withCancelled: true });
  const delivery = order?.deliveries.find(({ id }) => id === deliveryId);
  if (!order || !delivery) throw new NotFound('This bag');
  return { delivery, card: giftCardIn(order, deliveryId) };
}

/** Throws NotFound, or Conflict `key_reused`, `other_bag`, `already_packed` or `not_possible`. */
export async function tickPortion(
  context: PackContext,
  staff: StaffMember,
  { staffId: _staffId, ...tick }: TickRequest,
): Promise<void> {
  await context.db.transaction((tx) => tickPortionIn(tx, context, staff, tick));
}

/** The same for what a cook says: packer and cook say one thing. */
export async function tickPortionIn(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  tick: Omit<TickRequest, 'staffId'>,
): Promise<void> {
  const { delivery } = await lockBag(tx, tick.deliveryId);
  const [earlier] = await tx.select().from(packTicks).where(eq(packTicks.key, tick.key));
  if (earlier) {
    const isSame =
      earlier.deliveryId === tick.deliveryId &&
      earlier.itemId === tick.itemId &&
      earlier.state === tick.state &&
      earlier.reason === (tick.reason ?? null);
    if (isSame) return;
    throw new Conflict('key_reused', 'This key belongs to another tick. Nothing changed.');
  }
  const person = delivery.people.find(({ items }) => items.some(({ id }) => id === tick.itemId));
  const item = person?.items.find(({ id }) => id === tick.itemId);
  if (!person || !item)
    throw new Conflict('other_bag', 'This portion is not in this bag any more.');
  refuseClosed(delivery, tick);
  await tx.insert(packTicks).values({
    ...tick,
    mealId: item.mealId,
    personId: person.id,
    ...saidBy(context, staff),
  });
  await extendClaim(tx, context, staff, delivery.id);
}

function refuseClosed({ status }: OrderDelivery, { state }: TickRequest): void {
  if (isToPack({ status })) return;
  // Two packers finish a bag: the slower one's tick is true as well.
  if (status === 'packed' && state === 'ticked') return;
  if (status === 'packed')
    throw new Conflict('already_packed', 'This bag is packed. Open it again first.');
  throw new Conflict('not_possible', 'This bag has left, or its delivery is cancelled.');
}

/** Throws NotFound, or Conflict `changed_meanwhile` or `call_kitchen`. */
export async function checkPerson(
  context: PackContext,
  staff: StaffMember,
  { deliveryId, personId, food, reopened }: z.output<typeof checkCall.body>,
): Promise<void> {
  await withBag(context, deliveryId, async (tx, delivery, card) => {
    if (personId === null) {
      await checkCard(context, tx, staff, { deliveryId, card, text: food, reopened });
      return;
    }
    const person = delivery.people.find(({ id }) => id === personId);
    if (!person || !isCareful(person)) throw new NotFound('This person');
    const packing = await readPacking(tx, [deliveryId]);
    // A check that waited on a tablet is of the bag as it was then.
    const isOld = reopened !== undefined && reopened !== packing.reopenedOf(deliveryId);
    if (isOld || wordsOfFood(person) !== food)
      throw new Conflict(
        'changed_meanwhile',
        isOld
          ? `This bag was opened again. Look at ${person.name}’s meals again.`
          : `${person.name}’s meals or allergies changed. Look again.`,
      );
    const known = packing.peopleOf(delivery).find(({ id }) => id === personId);
    const inBag = (known?.items ?? []).filter(({ state }) => state !== 'missing');
    const [meal] = mealsToAskAbout(inBag.map((each) => portionOf(each, person)));
    if (meal !== undefined)
      throw new Conflict(
        'call_kitchen',
        `${meal} may not be for ${person.name}. Call the kitchen.`,
      );
    if (known?.checkedBy) return;
    await tx.insert(packChecks).values({
      deliveryId,
      personId,
      food,
      reopened: packing.reopenedOf(deliveryId),
      ...saidBy(context, staff),
    });
  });
}

type CardCheck = {
  deliveryId: number;
  card: GiftCard | null;
  text: string;
  reopened: number | undefined;
};

async function checkCard(
  context: PackContext,
  tx: Transaction,
  staff: StaffMember,
  { deliveryId, card, text, reopened }: CardCheck,
): Promise<void> {
  if (!card) throw new NotFound('This card');
  const packing = await readPacking(tx, [deliveryId]);
  const now = packing.reopenedOf(deliveryId);
  if ((reopened !== undefined && reopened !== now) || giftCardText(card) !== text)
    throw new Conflict('changed_meanwhile', 'The card changed. Take the new one.');
  if (packing.cardCheckedBy(deliveryId, text) !== null) return;
  await tx
    .insert(packChecks)
    .values({ deliveryId, personId: CARD, food: text, reopened: now, ...saidBy(context, staff) });
}

/** Opens a bag, or leaves it. Returns who else has it open. Throws NotFound. */
export async function claimBag(
  context: PackContext,
  staff: StaffMember,
  { deliveryId, isLeft = false }: { deliveryId: number; isLeft?: boolean | undefined },
): Promise<string | null> {
  return withBag(context, deliveryId, async (tx) => {
    if (isLeft) {
      await tx
        .delete(packClaims)
        .where(and(eq(packClaims.deliveryId, deliveryId), eq(packClaims.staffId, staff.id)));
      return null;
    }
    await extendClaim(tx, context, staff, deliveryId);
    const [claim] = await tx.select().from(packClaims).where(eq(packClaims.deliveryId, deliveryId));
    return claim && claim.staffId !== staff.id ? claim.staffName : null;
  });
}

/** Ours, unless someone else has it. */
async function extendClaim(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  deliveryId: number,
): Promise<void> {
  const now = context.clock();
  const claim = {
    staffId: staff.id,
    staffName: packerName(staff),
    until: new Date(now + CLAIM_SECONDS * 1000),
  };
  await tx
    .insert(packClaims)
    .values({ deliveryId, ...claim })
    .onConflictDoUpdate({
      target: packClaims.deliveryId,
      set: claim,
      setWhere: or(eq(packClaims.staffId, staff.id), lt(packClaims.until, new Date(now))),
    });
}

/** Says that a bag is packed, or opens it again. Throws NotFound, or Conflict with what is in the way. */
export async function closeBag(
  context: PackContext,
  staff: StaffMember,
  { deliveryId, staffId: _staffId, ...report }: z.output<typeof closeCall.body>,
) {
  const { business } = await context.site.current();
  return withBag(context, deliveryId, async (tx) => {
    const result = await changeDelivery(
      tx,
      context,
      { ...report, id: deliveryId, reason: '', place: '', notify: false },
      { staff, by: 'packer', changeId: randomUUID(), timeZone: business.timeZone, business },
    );
    if (!result) throw new NotFound('This bag');
    const { ok, code, message, canConfirm, missing, ...after } = result;
    if (!ok)
      throw new Conflict(code ?? 'not_possible', message ?? 'Not possible.', {
        ...(canConfirm && { canConfirm }),
        ...(missing && { missing }),
      });
    await tx.delete(packClaims).where(eq(packClaims.deliveryId, deliveryId));
    return { ...after, ok };
  });
}

export async function undoBag(
  context: PackContext,
  staff: StaffMember,
  { deliveryId, key }: { deliveryId: number; key: string },
) {
  const { results } = await undoReports(context, staff, [key]);
  const result = results.find(({ id }) => id === deliveryId);
  if (!result?.ok) {
    const code = result?.code === 'changed_meanwhile' ? 'changed_meanwhile' : 'too_late';
    throw new Conflict(code, result?.message ?? 'Nothing was taken back.');
  }
  return result;
}

function saidBy({ clock }: Pick<Context, 'clock'>, staff: StaffMember) {
  return { at: new Date(clock()), staffId: staff.id, staffName: packerName(staff) };
}

export function registerPackRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPackDayCall, ({ query, staff }) => getPackDay(context, staff, query.date));

  staffRoute(app, tickPortionCall, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    await tickPortion(context, staff, body);
    return { ok: true as const };
  });

  staffRoute(app, checkPersonCall, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    await checkPerson(context, staff, body);
    return { ok: true as const };
  });

  staffRoute(app, claimBagCall, async ({ body, staff }) => ({
    claimedBy: await claimBag(context, staff, body),
  }));

  staffRoute(app, closeBagCall, ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    return closeBag(context, staff, body);
  });

  staffRoute(app, undoBagCall, ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    return undoBag(context, staff, body);
  });
}

/**
 * Staff have looked at a report that needed a person: Today lists it no longer, until there is another. Throws NotFound, and
 * Conflict `not_flagged`, `already_settled` when someone else was first, or `changed_meanwhile` for a delivery that is no
 * longer as it was shown.
 */
export async function seeFlag(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockDelivery(tx, id);
    if (!locked) throw new NotFound('This delivery');
    const { delivery } = locked;
    if (delivery.flag === null)
      throw new Conflict('not_flagged', 'Nothing is left to check about this delivery.');
    const seenBy = recordedName(staff);
    if (delivery.flagSeenAt !== null) {
      if (delivery.flagSeenBy === seenBy) return;
      const first = { by: delivery.flagSeenBy, at: delivery.flagSeenAt };
      throw new Conflict('already_settled', await sayWhoWasFirst(context, first));
    }
    if (delivery.version !== version)
      throw new Conflict('changed_meanwhile', 'Someone changed this delivery. Check it first.');
    await tx
      .update(deliveries)
      .set({
        flagSeenAt: new Date(context.clock()),
        flagSeenBy: seenBy,
        version: delivery.version + 1,
      })
      .where(eq(deliveries.id, id));
    const { orderId, date, window, flag } = delivery;
    await recordChange(tx, context, {
      staff,
      action: 'order.flag_seen',
      entityId: orderId,
      after: { deliveryId: id, date, timeSlot: window, flag },
    });
  });
}
