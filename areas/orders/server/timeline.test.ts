import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TimelineEntry, TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, day } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

const path = (id: number) => `/api/admin/orders/${id}`;
async function entriesOf(id: number): Promise<TimelineEntry[]> {
  const reply = await staffClient.get(`${path(id)}/timeline`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<TimelineReply>().entries;
}
const kinds = (entries: readonly TimelineEntry[]) => entries.map(({ kind }) => kind);

test('the life of an order is one list, newest first', async () => {
  const other = await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: 'other@example.com' } });
  const { id } = await aPaidOrder(t);
  await sendMessages(t.context);
  t.advanceMinutes(1);
  await staffClient.refund(id, { amount: '2.00', reason: 'Came late' });
  t.setNow('2026-01-13T00:00:00Z');
  await staffClient.get(`/api/admin/labels?date=${day(0)}&kind=all`);
  t.advanceMinutes(60);
  await staffClient.put(`${path(id)}/status`, { status: 'delivered' });
  const entries = await entriesOf(id);
  expect(new Set(kinds(entries))).toEqual(
    new Set(['paid', 'message', 'refund', 'printed', 'delivery', 'change']),
  );
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const confirmation = entries.findLast((entry) => entry.kind === 'message');
  expect(confirmation).toMatchObject({ message: { kind: 'order_confirmation', state: 'kept' } });
  expect(entries.find((entry) => entry.kind === 'refund')).toMatchObject({
    refund: { reason: 'Came late', staffEmail: staffClient.staff.email },
  });
  expect(entries.find((entry) => entry.kind === 'delivery')).toMatchObject({
    status: 'delivered',
    date: day(0),
    reason: 'With the whole order',
  });
  expect(kinds(await entriesOf(other.id))).not.toContain('refund');
});

test('staff leave notes, pin them and take the pin off; erasing the customer erases them', async () => {
  const { id } = await aPaidOrder(t);
  const added = await staffClient.post(`${path(id)}/notes`, { text: ' Rings twice ' });
  expect(added.statusCode, added.body).toBe(200);
  const noteOf = (entries: readonly TimelineEntry[]) =>
    entries.find((entry) => entry.kind === 'note')!;
  const note = noteOf(added.json<TimelineReply>().entries);
  expect(note).toMatchObject({
    text: 'Rings twice',
    isPinned: false,
    who: staffClient.staff.email,
  });
  const pin = (isPinned: boolean, of = id) =>
    staffClient.put(`${path(of)}/notes/${note.id}`, { isPinned });
  const pinned = await pin(true);
  expect(noteOf(pinned.json<TimelineReply>().entries).isPinned).toBe(true);
  expect(noteOf((await pin(false)).json<TimelineReply>().entries).isPinned).toBe(false);
  const other = await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: 'other@example.com' } });
  expect((await pin(true, other.id)).statusCode).toBe(404);
  expect((await staffClient.post(`${path(id)}/notes`, { text: '  ' })).statusCode).toBe(400);

  t.setNow('2026-01-20T02:00:00Z');
  await staffClient.put(`${path(id)}/status`, { status: 'delivered' });
  await eraseCustomer(t.context, null, A_CUSTOMER.email);
  expect(JSON.stringify(await entriesOf(id))).not.toContain('Rings twice');
});

test('an email is sent once more for each tap, however often the tap arrives', async () => {
  const { id } = await aPaidOrder(t);
  await sendMessages(t.context);
  const [first] = await t.context.db.select().from(messages).where(eq(messages.orderId, id));
  const resend = (key: string) =>
    staffClient.post(`/api/admin/messages/${first!.id}/resend`, { key });
  const key = randomUUID();
  const replies = [await resend(key), await resend(key), await resend(randomUUID())];
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
  await sendMessages(t.context);
  const sent = await t.context.db
    .select()
    .from(messages)
    .where(eq(messages.orderId, id))
    .orderBy(messages.id);
  expect(sent.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual(
    [1, 2, 3].map(() => ['order_confirmation', first!.recipient, 'kept']),
  );
  expect(sent[1]!.mail?.subject).toBe(first!.mail?.subject);
});
