/** Compares what a receiver accepted with the books: nothing missing, nothing made up, each event under one id. */
import { sql } from 'drizzle-orm';
import { WebhookBody } from '#areas/staff/calls/webhook-events.ts';
import type { Books } from '../books.ts';
import { type SystemUnderTest, waitFor } from '../system-under-test.ts';
import type { MoodyReceiver } from './moody-receiver.ts';

export type News = {
  messages: { webhookId: string; headerId: string; state: string }[];
  /** Reports that changed a delivery. */
  reports: { deliveryId: number; status: string }[];
};

export async function readNews(system: SystemUnderTest): Promise<News> {
  return waitFor(() =>
    system.inDatabase(async (db) => {
      const rows = async <T>(query: ReturnType<typeof sql>) =>
        (await db.execute(query)).rows as T[];
      return {
        messages: await rows<News['messages'][number]>(sql`
          select webhook_id "webhookId", 'msg_' || replace(key::text, '-', '') "headerId", state
          from webhook_messages`),
        reports: await rows<News['reports'][number]>(sql`
          select delivery_id "deliveryId", status from delivery_events
          where is_decisive and status <> status_before`),
      };
    }),
  );
}

/** Every discrepancy, as a sentence; empty if none. */
export function findUntold(receiver: MoodyReceiver, news: News, books: Books): string[] {
  const complaints: string[] = [];
  const written = news.messages.filter(({ webhookId }) => webhookId === receiver.webhookId());
  const waiting = written.filter(({ state }) => state !== 'sent');
  if (waiting.length > 0) complaints.push(`UNSENT: ${waiting.length} events`);
  complaints.push(...receiver.unsigned.map((id) => `UNSIGNED: ${id}`));

  const known = new Set(written.map(({ headerId }) => headerId));
  const bodies = new Map<string, string>();
  for (const { headers, body } of receiver.got) {
    const id = headers['webhook-id'] ?? '';
    if (!known.has(id)) complaints.push(`MADE UP: ${id} was never committed: ${body}`);
    if ((bodies.get(id) ?? body) !== body) complaints.push(`${id} had two bodies`);
    bodies.set(id, body);
  }
  const idsOf = Map.groupBy(
    new Map(receiver.accepted.map(({ headers, body }) => [headers['webhook-id'] ?? '', body])),
    ([, body]) => factOf(body),
  );
  const expected = factsOf(books, news);
  for (const fact of expected)
    if (!idsOf.has(fact)) complaints.push(`UNTOLD: ${fact} never reached the receiver`);
  for (const [fact, ids] of idsOf) {
    if (!expected.has(fact) && !fact.startsWith('order.changed'))
      complaints.push(`MADE UP: ${fact}`);
    if (ids.length > 1) complaints.push(`TWO IDS: ${fact}, as ${ids.map(([id]) => id).join(', ')}`);
  }
  return complaints;
}

/** What other programs must have heard of, from the books alone. */
function factsOf({ orders, refunds }: Books, { reports }: News): Set<string> {
  const ended = refunds.filter(({ state }) => state === 'succeeded' || state === 'failed');
  return new Set([
    ...orders.map(({ number }) => `order.paid ${number}`),
    ...orders
      .filter(({ status }) => status === 'cancelled')
      .map(({ number }) => `order.cancelled ${number}`),
    ...ended.map(({ state, id, cents }) => `refund.${state} ${id} ${(cents / 100).toFixed(2)}`),
    ...reports.map(({ deliveryId, status }) => `delivery.changed ${deliveryId} ${status}`),
  ]);
}

function factOf(text: string): string {
  const { type, data } = WebhookBody.parse(JSON.parse(text)) as {
    type: string;
    data: Record<string, string | number>;
  };
  const { orderNumber, version, refundId, amount, deliveryId, status } = data;
  if (type === 'order.changed') return `${type} ${orderNumber} ${version} ${status}`;
  if (type.startsWith('refund.')) return `${type} ${refundId} ${amount}`;
  if (type === 'delivery.changed') return `${type} ${deliveryId} ${status}`;
  return `${type} ${orderNumber}`;
}
