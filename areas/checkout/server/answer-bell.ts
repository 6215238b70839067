/** What customers do with bells: ask for one, look at the place that is held, give it up. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AskForBellRequest, BellReply } from '#areas/checkout/calls/slot-bells.ts';
import { mailboxKey } from '#platform/rules/email-address.ts';
import { slotProblem } from '#areas/business/rules/offered-windows.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { InvalidRequest, NotFound, TooManyRequests } from '#platform/server/errors.ts';
import { networkKey } from '#platform/server/http/caller-key.ts';
import { readBellToken } from '#areas/checkout/server/bell-token.ts';
import { releaseBells, ringSlot } from '#areas/checkout/server/ring-bells.ts';
import { openSlots } from '#areas/places/server/places.ts';

/** Each would keep a place from others for a while: one network must not line up before everyone. */
export const BELLS_OF_NETWORK = 5;
const RETRY_SECONDS = 10 * 60;

type Needs = Pick<Context, 'db' | 'clock' | 'site' | 'throttle' | 'trackingSecret'>;

/**
 * One bell for a person and window, whoever asks how often: the first keeps its turn. Also of a window that has a place
 * just now; then it rings at once. Throws InvalidRequest or TooManyRequests.
 */
export async function askForBell(
  context: Needs,
  { date, timeSlot: window, email }: AskForBellRequest,
  { ip }: { ip: string },
): Promise<{ until: string }> {
  const { business } = await context.site.current();
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
  const network = networkKey(ip);
  await context.db.transaction(async (tx) => {
    await openSlots(tx, [{ date, window }], business);
    // Locked, so that concurrent requests of one network are counted one after the other.
    const [slot] = await tx
      .select({ id: deliverySlots.id })
      .from(deliverySlots)
      .where(and(eq(deliverySlots.date, date), eq(deliverySlots.window, window)))
      .for('no key update');
    if (!slot) throw new Error('a delivery slot disappeared');
    const isOpen = and(
      eq(slotBells.slotId, slot.id),
      inArray(slotBells.state, ['waiting', 'rung']),
      eq(slotBells.network, network),
    );
    if (context.throttle && (await tx.$count(slotBells, isOpen)) >= BELLS_OF_NETWORK) {
      throw new TooManyRequests(
        RETRY_SECONDS,
        'Several people on your network already wait for this window. Choose another one, or call us.',
      );
    }
    await tx
      .insert(slotBells)
      .values({
        slotId: slot.id,
        email,
        mailbox: mailboxKey(email),
        network,
        createdAt: new Date(context.clock()),
      })
      .onConflictDoNothing();
  });
  return { until: new Date(week.cutoff).toISOString() };
}

/** Throws NotFound, alike for a link we did not issue and one whose week has closed. */
export async function getBell(
  context: Pick<Context, 'db' | 'clock' | 'trackingSecret'>,
  token: string,
): Promise<BellReply> {
  const found = await findBell(context, token);
  const { date, window, state, checkoutState, heldUntil } = found;
  const isHeld = state === 'rung' || (state === 'taken' && checkoutState !== 'paid');
  return {
    date,
    timeSlot: window,
    state: isHeld ? 'held' : state === 'taken' ? 'used' : 'over',
    heldUntil: (heldUntil ?? new Date(context.clock())).toISOString(),
  };
}

/** The place goes to the next person in the same transaction. Safe to repeat; one being paid for stays. Throws NotFound. */
export async function stopBell(context: Needs, token: string): Promise<BellReply> {
  const { id, slotId, date, window } = await findBell(context, token);
  const { business } = await context.site.current();
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${deliverySlots} where id = ${slotId} for no key update`);
    await releaseBells(tx, { id: slotId }, sql`id = ${id}`, 'stopped');
    await ringSlot(tx, context, { slot: { date, window }, business });
  });
  return getBell(context, token);
}

async function findBell(context: Pick<Context, 'db' | 'trackingSecret'>, token: string) {
  const id = readBellToken(token, context.trackingSecret);
  const [bell] =
    id === null
      ? []
      : await context.db
          .select({
            id: slotBells.id,
            slotId: slotBells.slotId,
            state: slotBells.state,
            heldUntil: slotBells.heldUntil,
            date: deliverySlots.date,
            window: deliverySlots.window,
            checkoutState: checkouts.state,
          })
          .from(slotBells)
          .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
          .leftJoin(checkouts, eq(checkouts.id, slotBells.checkoutId))
          .where(eq(slotBells.id, id));
  if (!bell || bell.heldUntil === null) throw new NotFound('This link');
  return bell;
}
