import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { notFound } from '#areas/delivery/server/bulk.ts';
import { lockDelivery } from '#areas/delivery/server/delivery-row.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Settled = { id: number; ok: boolean; code?: string; message?: string };

/** Missed deliveries that stay so: the note goes into their history, and Today lists them no longer. */
export async function settleMissed(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { ids, note }: { ids: readonly number[]; note: string },
): Promise<{ results: Settled[] }> {
  const changeId = randomUUID();
  const results: Settled[] = [];
  for (const id of new Set(ids)) {
    results.push(
      await context.db.transaction((tx) =>
        settleOne(tx, context, { id, note: note.trim(), staff, changeId }),
      ),
    );
  }
  return { results };
}

async function settleOne(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, note, staff, changeId }: { id: number; note: string; staff: StaffMember; changeId: string },
): Promise<Settled> {
  const locked = await lockDelivery(tx, id);
  if (!locked) {
    const { code, message } = notFound(id);
    return { id, ok: false, code, message };
  }
  const { delivery } = locked;
  if (delivery.status !== 'missed')
    return { id, ok: false, code: 'not_missed', message: 'This delivery is not missed any more.' };
  if (delivery.settledAt !== null) return { id, ok: true };
  const now = context.clock();
  await tx
    .update(deliveries)
    .set({ settledAt: new Date(now), version: delivery.version + 1 })
    .where(eq(deliveries.id, id));
  await recordDeliveryEvents(tx, [
    {
      delivery,
      status: 'missed',
      isDecisive: false,
      at: now,
      receivedAt: now,
      staff,
      changeId,
      reason: `Settled: ${note}`,
    },
  ]);
  return { id, ok: true };
}
