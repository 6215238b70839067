import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { WindowFacts } from '#areas/business/rules/offered-windows.ts';
import {
  judgeMove,
  type MoveRefusal,
  type MoveTo,
  type MoveVerdict,
} from '#areas/order-book/rules/change/move-delivery.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';

/** What was cooked cannot go out as it is, but it could be cooked again. */
const COOKS_AGAIN: readonly MoveRefusal[] = ['warm_twice', 'will_not_keep', 'not_joined'];

/** A move that keeps what was cooked where that is allowed, and else has it cooked again. */
export function judgeMoveKept(
  order: Pick<Order, 'status' | 'deliveries' | 'customer'>,
  delivery: OrderDelivery,
  { date, window }: SlotKey,
  {
    keeps,
    now,
    facts,
  }: { keeps: boolean; now: WallTime; facts: Pick<BusinessFacts, 'keepsFreshDays'> & WindowFacts },
): { to: MoveTo; verdict: MoveVerdict } {
  const kept = { date, window, sameBag: keeps };
  const verdict = judgeMove(order, delivery, kept, now, facts);
  if (!keeps || verdict.outcome !== 'refused' || !COOKS_AGAIN.includes(verdict.code))
    return { to: kept, verdict };
  const to = { ...kept, sameBag: false };
  return { to, verdict: judgeMove(order, delivery, to, now, facts) };
}
