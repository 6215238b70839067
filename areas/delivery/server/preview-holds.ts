/** What goes on hold by moving deliveries: the moves themselves, each order's in a transaction that is taken back. */
import { randomUUID } from 'node:crypto';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { MoveTo, MoveVerdict } from '#areas/order-book/rules/change/move-delivery.ts';
import type { Context } from '#platform/server/context.ts';
import type { FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { lockDelivery } from '#areas/delivery/server/delivery-row.ts';
import { putElsewhere } from '#areas/delivery/server/put-elsewhere.ts';
import { Conflict } from '#platform/server/errors.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';

/** As judged: `found` is as the moves before it leave it. */
export type JudgedMove = {
  found: FoundDelivery;
  to: MoveTo;
  verdict: Extract<MoveVerdict, { outcome: 'moved' }>;
};

/** By delivery: "Curry for Mia contains milk". Of what is cooked again, of the present recipe, or comes back from a door. */
export async function previewHolds(
  context: Pick<Context, 'db' | 'clock'>,
  moves: readonly JudgedMove[],
  business: BusinessFacts,
): Promise<Map<number, string[]>> {
  const held = new Map<number, string[]>();
  const byOrder = Map.groupBy(moves.filter(mayHold), ({ found }) => found.order.id);
  for (const ofOrder of byOrder.values())
    await dryRun(context.db, async (tx) => {
      for (const { found, to, verdict } of ofOrder) {
        const { id } = found.delivery;
        const locked = await lockDelivery(tx, id);
        if (!locked) continue;
        const move = { ...locked, found, to, verdict, staff: null, business, notify: false };
        const texts = await tx
          .transaction((part) => putElsewhere(part, context, { ...move, changeId: randomUUID() }))
          .catch((error: unknown) => {
            // Full by now: the move will say so itself.
            if (error instanceof Conflict) return [];
            throw error;
          });
        held.set(id, texts);
      }
    });
  return held;
}

function mayHold({ found: { delivery }, verdict: { madeOn, joins } }: JudgedMove): boolean {
  if (delivery.status === 'missed') return true;
  return madeOn === null && (delivery.status !== 'planned' || joins?.status === 'cooked');
}
