import { DAY_MS } from '#platform/rules/durations.ts';
import type { FastifyInstance } from 'fastify';
import {
  askForBell as askForBellCall,
  confirmBells as confirmBellsCall,
  getBells as getBellsCall,
  stopBells as stopBellsCall,
  type AskForBellRequest,
  type BellsReply,
} from '#areas/checkout/calls/slot-bells.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller, networkKey } from '#platform/server/http/throttle.ts';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { mailboxKey } from '#platform/rules/customer-name.ts';
import { slotProblem } from '#areas/business/rules/offered-windows.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { refuseClosedSale } from '#areas/business/server/load-business.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { isSoldOut, unsoldPlaces } from '#areas/places/server/places.ts';
import { InvalidRequest, NotFound, TooManyRequests } from '#platform/server/errors.ts';
import { readLinkToken } from '#platform/server/link-token.ts';
import { findSaleDoor, type SaleDoor } from '#areas/business/server/sale-door.ts';
import { whySellable } from '#areas/business/rules/sale-state.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';

export function registerSlotBellRoutes(app: FastifyInstance, context: Context): void {
  route(app, askForBellCall, async ({ body, reply }) => {
    await throttleCaller(context, 'waitlist', reply.request);
    const { ip } = reply.request;
    return askForBell(context, body, { ip, door: await findSaleDoor(context, reply.request) });
  });
  route(app, getBellsCall, async ({ query, reply }) => {
    await throttleCaller(context, 'tracking', reply.request);
    return getBells(context, query.token);
  });
  route(app, confirmBellsCall, async ({ body, reply }) => {
    await throttleCaller(context, 'trackingChange', reply.request);
    return confirmBells(context, body.token);
  });
  route(app, stopBellsCall, async ({ body, reply }) => {
    await throttleCaller(context, 'trackingChange', reply.request);
    return stopBells(context, body.token);
  });
}

// What customers do with bells: ask for one, say that it was them, look, and wait no longer. Nothing is held for a
// bell.

/** Open at a time, unconfirmed ones included: each may send an email to someone. */
export const BELLS_OF_NETWORK = 5;
const RETRY_SECONDS = 10 * 60;

type ByLink = Pick<Context, 'db' | 'trackingSecret'>;

/**
 * One bell for a person and window, no matter who asks how often: the first keeps its turn. Only of a window that is sold out.
 * Throws Conflict `sale_closed` or `preview_used_up`, InvalidRequest or TooManyRequests.
 */
export async function askForBell(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'throttle' | 'gateway'>,
  { date, window, email, trackingToken }: AskForBellRequest,
  { ip, door }: { ip: string; door: SaleDoor },
): Promise<{ until: string; isConfirmed: boolean }> {
  const { business } = await context.site.current();
  refuseClosedSale(context.clock(), business, door);
  const week = orderingWeekAt(context.clock(), business);
  if (!week.days.includes(date)) {
    throw new InvalidRequest({ date: 'Please choose a day of the week you can order for now' });
  }
  const problem = slotProblem(business, { date, window });
  if (problem) {
    throw new InvalidRequest({ [problem.about]: problem.message });
  }
  const asker = { email, mailbox: mailboxKey(email), network: networkKey(ip) };
  const isConfirmed = await context.db.transaction(async (tx) => {
    const [slot] = await tx
      .select({ id: deliverySlots.id, isActive: deliverySlots.isActive, isSoldOut })
      .from(deliverySlots)
      .where(and(eq(deliverySlots.date, date), eq(deliverySlots.window, window)));
    if (slot?.isActive === false)
      throw new InvalidRequest({ window: 'We don’t deliver in this window' });
    if (!slot?.isSoldOut) throw new InvalidRequest({ window: 'There are places: order now' });
    await lockAsker(tx, asker);
    if (context.throttle) await refuseMany(tx, asker.network);
    const isTheirs =
      trackingToken !== undefined && (await isMailboxOf(tx, trackingToken, asker.mailbox));
    await storeBell(tx, context, { ...asker, slotId: slot.id, isTheirs });
    return isTheirs;
  });
  return { until: new Date(week.cutoff).toISOString(), isConfirmed };
}

/** What concurrent requests of one network or mailbox count, they count one after the other. */
async function lockAsker(
  tx: Transaction,
  { mailbox, network }: { mailbox: string; network: string },
): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select key from unnest(array[${`bell n ${network}`}, ${`bell m ${mailbox}`}]) as key order by key) as ordered`);
}

async function refuseMany(tx: Transaction, network: string): Promise<void> {
  const open = and(
    inArray(slotBells.state, ['asked', 'confirmed']),
    eq(slotBells.network, network),
  );
  if ((await tx.$count(slotBells, open)) < BELLS_OF_NETWORK) return;
  throw new TooManyRequests(
    RETRY_SECONDS,
    'Several people on your network already wait for a place. Choose another time, or call us.',
  );
}

async function isMailboxOf(tx: Transaction, token: string, mailbox: string): Promise<boolean> {
  const [order] = await tx
    .select({ email: orders.email })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(checkouts.trackingTokenHash, hashTrackingToken(token)));
  return order !== undefined && mailboxKey(order.email) === mailbox;
}

type NewBell = {
  slotId: number;
  email: string;
  mailbox: string;
  network: string;
  isTheirs: boolean;
};

/** A mailbox gets one email a day that asks; its page confirms all that was asked for the mailbox by then. */
async function storeBell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { isTheirs, ...bell }: NewBell,
): Promise<void> {
  const now = context.clock();
  const yesterday = new Date(now - DAY_MS);
  const state = isTheirs ? ('confirmed' as const) : ('asked' as const);
  const [asked] = await tx
    .insert(slotBells)
    .values({ ...bell, state, createdAt: new Date(now) })
    .onConflictDoUpdate({
      target: [slotBells.slotId, slotBells.mailbox],
      targetWhere: sql`${slotBells.state} in ('asked', 'confirmed')`,
      set: { state, createdAt: new Date(now) },
      // What waits already keeps its state; who lost the email of another day gets one more.
      setWhere: isTheirs
        ? eq(slotBells.state, 'asked')
        : sql`${slotBells.state} = 'asked' and ${slotBells.createdAt} <= ${yesterday}`,
    })
    .returning({ id: slotBells.id });
  if (!asked || isTheirs) return;
  const others = and(
    eq(slotBells.mailbox, bell.mailbox),
    gt(slotBells.createdAt, yesterday),
    ne(slotBells.id, asked.id),
  );
  if ((await tx.$count(slotBells, others)) > 0) return;
  await writeMessage(tx, context, {
    kind: 'slot_bell',
    about: `confirm:${asked.id}:${new Date(now).toISOString().slice(0, 10)}`,
    recipient: bell.email,
    facts: { bell: { id: asked.id, isToConfirm: true } },
  });
}

/** Throws NotFound, alike for a link we did not issue and one whose week has closed. */
async function getBells(context: ByLink, token: string): Promise<BellsReply> {
  return describeBells(context, await findMailbox(context, token));
}

/** Only by a button: what opens links for someone must not confirm for them. Safe to repeat. Throws NotFound. */
async function confirmBells(context: ByLink, token: string): Promise<BellsReply> {
  const mailbox = await findMailbox(context, token);
  await context.db
    .update(slotBells)
    .set({ state: 'confirmed' })
    .where(and(eq(slotBells.mailbox, mailbox), eq(slotBells.state, 'asked')));
  return describeBells(context, mailbox);
}

/** Safe to repeat. Throws NotFound. */
async function stopBells(context: ByLink, token: string): Promise<BellsReply> {
  const mailbox = await findMailbox(context, token);
  const isOpen = inArray(slotBells.state, ['asked', 'confirmed']);
  await context.db
    .update(slotBells)
    .set({ state: 'over' })
    .where(and(eq(slotBells.mailbox, mailbox), isOpen));
  return describeBells(context, mailbox);
}

async function findMailbox(context: ByLink, token: string): Promise<string> {
  const id = readLinkToken('slot bell', token, context.trackingSecret);
  const [bell] =
    id === null
      ? []
      : await context.db
          .select({ mailbox: slotBells.mailbox })
          .from(slotBells)
          .where(eq(slotBells.id, id));
  if (!bell) throw new NotFound('This link');
  return bell.mailbox;
}

async function describeBells({ db }: Pick<Context, 'db'>, mailbox: string): Promise<BellsReply> {
  const bells = await db
    .select({
      date: deliverySlots.date,
      window: deliverySlots.window,
      state: slotBells.state,
    })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(eq(slotBells.mailbox, mailbox))
    .orderBy(asc(deliverySlots.date), asc(deliverySlots.window), asc(slotBells.id));
  return { bells };
}

// Rings the bells of full windows: those who asked first are told of a place that came free. Nothing is held for
// them: it goes to the first person to order. Nobody calls this when a place comes free: the clock looks at the windows,
// so it rings for a cancelled order, a moved delivery, a raised capacity and a window that opens again, alike.

/** Told beyond the places that are free, because not everyone who is told orders. */
const TOLD_BEYOND = 2;
/** Then the next are told. */
const TURN_MS = 10 * 60_000;

type Ringing = Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>;

/** Each window with a place to tell of is a transaction of its own; safe to call concurrently. */
export async function ringBells(context: Ringing): Promise<{ told: number; ended: number }> {
  const { business } = await context.site.current();
  const { weekStart } = orderingWeekAt(context.clock(), business);
  const ended = await endBells(context.db, weekStart);
  await markUsed(context.db);
  const waiting = await context.db
    .selectDistinct({ date: deliverySlots.date, window: deliverySlots.window })
    .from(deliverySlots)
    .innerJoin(slotBells, eq(slotBells.slotId, deliverySlots.id))
    .where(
      and(
        eq(slotBells.state, 'confirmed'),
        eq(deliverySlots.isActive, true),
        sql`not ${isSoldOut}`,
      ),
    )
    .orderBy(deliverySlots.date, deliverySlots.window);
  let told = 0;
  const now = context.clock();
  for (const slot of waiting.filter(
    (each) => whySellable(each, now, business, context.gateway) === 'open',
  ))
    told += await context.db.transaction((tx) => ringSlot(tx, context, slot));
  return { told, ended };
}

/** Orders for their week have closed: nobody can use a place any more, and nobody is kept waiting in our records. */
async function endBells(db: Ringing['db'], weekStart: string): Promise<number> {
  const ended = await db.delete(slotBells).where(sql`exists (
    select from ${deliverySlots} s where s.id = ${slotBells.slotId} and s.date < ${weekStart})`);
  return ended.rowCount ?? 0;
}

/** Anyone who has a delivery in that window by now needs no place any more. */
async function markUsed(db: Ringing['db']): Promise<void> {
  await db.execute(sql`
    update ${slotBells} b set state = 'used'
    where b.state in ('asked', 'confirmed', 'told') and exists (
      select from ${deliverySlots} s join ${deliveries} d on d.date = s.date and d.time_slot = s.time_slot
      join ${orders} o on o.id = d.order_id
      where s.id = b.slot_id and d.status <> 'cancelled' and lower(o.email) = lower(b.email))`);
}

async function ringSlot(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  slot: SlotKey,
): Promise<number> {
  // Locked, so that two processes tell one after the other.
  const [locked] = await tx
    .select({ id: deliverySlots.id, unsold: unsoldPlaces })
    .from(deliverySlots)
    .where(and(eq(deliverySlots.date, slot.date), eq(deliverySlots.window, slot.window)))
    .for('no key update');
  if (!locked || locked.unsold <= 0) return 0;
  const now = context.clock();
  const hasTurn = and(
    eq(slotBells.slotId, locked.id),
    eq(slotBells.state, 'told'),
    gt(slotBells.toldAt, new Date(now - TURN_MS)),
  );
  const more = locked.unsold + TOLD_BEYOND - (await tx.$count(slotBells, hasTurn));
  if (more <= 0) return 0;
  const next = await tx
    .select({ id: slotBells.id, email: slotBells.email })
    .from(slotBells)
    .where(and(eq(slotBells.slotId, locked.id), eq(slotBells.state, 'confirmed')))
    .orderBy(slotBells.id)
    .limit(more)
    .for('update');
  for (const { id, email } of next) {
    await tx
      .update(slotBells)
      .set({ state: 'told', toldAt: new Date(now) })
      .where(eq(slotBells.id, id));
    await writeMessage(tx, context, {
      kind: 'slot_bell',
      about: id,
      recipient: email,
      facts: { bell: { id } },
    });
  }
  return next.length;
}
