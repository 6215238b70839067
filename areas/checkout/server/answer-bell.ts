/** What customers do with bells: ask for one, say that it was them, look, and wait no longer. Nothing is held for a bell. */
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { AskForBellRequest, BellsReply } from '#areas/checkout/calls/slot-bells.ts';
import { mailboxKey } from '#platform/rules/email-address.ts';
import { slotProblem } from '#areas/business/rules/offered-windows.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { refuseClosedSale } from '#areas/business/server/refuse-closed-sale.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { isSoldOut } from '#areas/places/server/places.ts';
import { InvalidRequest, NotFound, TooManyRequests } from '#platform/server/errors.ts';
import { networkKey } from '#platform/server/http/caller-key.ts';
import { readLinkToken } from '#platform/server/link-token.ts';

/** Open at a time, unconfirmed ones included: each may send an email to somebody. */
export const BELLS_OF_NETWORK = 5;
const RETRY_SECONDS = 10 * 60;
const DAY_MS = 24 * 60 * 60_000;

type Asking = Pick<Context, 'db' | 'clock' | 'site' | 'throttle'>;
type ByLink = Pick<Context, 'db' | 'trackingSecret'>;

/**
 * One bell for a person and window, whoever asks how often: the first keeps its turn. Only of a window that is sold out.
 * Throws Conflict `sale_closed`, InvalidRequest or TooManyRequests.
 */
export async function askForBell(
  context: Asking,
  { date, timeSlot: window, email, trackingToken }: AskForBellRequest,
  { ip }: { ip: string },
): Promise<{ until: string; isConfirmed: boolean }> {
  const { business } = await context.site.current();
  refuseClosedSale(context.clock(), business);
  const week = orderingWeekAt(context.clock(), business);
  if (!week.days.includes(date)) {
    throw new InvalidRequest({ date: 'Please choose a day of the week you can order for now' });
  }
  const problem = slotProblem(business, { date, window });
  if (problem) {
    throw new InvalidRequest({
      [problem.about === 'date' ? 'date' : 'timeSlot']: problem.message,
    });
  }
  const asker = { email, mailbox: mailboxKey(email), network: networkKey(ip) };
  const isConfirmed = await context.db.transaction(async (tx) => {
    const [slot] = await tx
      .select({ id: deliverySlots.id, isActive: deliverySlots.isActive, isSoldOut })
      .from(deliverySlots)
      .where(and(eq(deliverySlots.date, date), eq(deliverySlots.window, window)));
    if (slot?.isActive === false)
      throw new InvalidRequest({ timeSlot: 'We don’t deliver in this window' });
    if (!slot?.isSoldOut) throw new InvalidRequest({ timeSlot: 'There are places: order now' });
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
export async function getBells(context: ByLink, token: string): Promise<BellsReply> {
  return describeBells(context, await findMailbox(context, token));
}

/** Only by a button: what opens links for somebody must not confirm for them. Safe to repeat. Throws NotFound. */
export async function confirmBells(context: ByLink, token: string): Promise<BellsReply> {
  const mailbox = await findMailbox(context, token);
  await context.db
    .update(slotBells)
    .set({ state: 'confirmed' })
    .where(and(eq(slotBells.mailbox, mailbox), eq(slotBells.state, 'asked')));
  return describeBells(context, mailbox);
}

/** Safe to repeat. Throws NotFound. */
export async function stopBells(context: ByLink, token: string): Promise<BellsReply> {
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
      timeSlot: deliverySlots.window,
      state: slotBells.state,
    })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(eq(slotBells.mailbox, mailbox))
    .orderBy(asc(deliverySlots.date), asc(deliverySlots.window), asc(slotBells.id));
  return { bells };
}
