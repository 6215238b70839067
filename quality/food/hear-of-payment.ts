/** The ways in which we hear that an order is paid: the customer's page is only the usual one. */
import { randomUUID } from 'node:crypto';
import { gatewayEvents } from '#areas/order-book/server/tables/payments.ts';
import { place } from '#quality/support/an-order.ts';
import { sendEvent, signedEvent } from '#quality/support/gateway-bench.ts';
import { accepted, type HeardBy, type Kitchen } from '#quality/food/kitchen.ts';
import { runDoor } from '#quality/food/run-door.ts';

const eventId = () => `evt_${randomUUID().replaceAll('-', '')}`;
const AFTER_ITS_HOLD_MINUTES = 20;

const WAYS: Record<HeardBy, (k: Kitchen, intentId: string) => Promise<unknown>> = {
  page: async ({ t }, intentId) => accepted(await place(t, intentId)),
  webhook: async ({ t }, intentId) =>
    accepted(await sendEvent(t, signedEvent(t, { id: eventId(), intentId }))),
  'event again': async (k, intentId) => {
    await cutOff(k, intentId);
    await runDoor(k, 'work gateway_events');
  },
  'event again by staff': async (k, intentId) => {
    const id = await cutOff(k, intentId);
    accepted(await k.office.post(`/api/admin/payments/events/${id}/retry`, {}));
  },
  'job of the minute': (k) => runDoor(k, 'job reconcile_young'),
  'job of the hour': (k) => runDoor(k, 'job reconcile_recent'),
  'end of its time': async (k) => {
    k.t.advanceMinutes(AFTER_ITS_HOLD_MINUTES);
    await runDoor(k, 'work checkouts');
  },
};

export const hearOfPayment = (k: Kitchen, intentId: string, by: HeardBy) => WAYS[by](k, intentId);

/** An event that was stored, and whose process was killed before it followed it. */
async function cutOff({ t: { context } }: Kitchen, paymentIntentId: string): Promise<string> {
  const id = eventId();
  const now = new Date(context.clock());
  await context.db.insert(gatewayEvents).values({
    id,
    type: 'payment_intent.succeeded',
    paymentIntentId,
    payload: {},
    state: 'received',
    tries: 1,
    receivedAt: now,
    nextTryAt: now,
  });
  return id;
}
