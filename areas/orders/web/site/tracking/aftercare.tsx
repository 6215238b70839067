import { Suspense } from 'react';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';

import type { Instant } from '#platform/rules/zoned-time.ts';

type AftercareProps = { order: TrackedOrderReply; token: string; now: Instant };

/** From the first delivery on: rating meals, and saying what was wrong. Nobody loads it before; the server says the rest. */
export function Aftercare({ order: { deliveries, status }, token, now }: AftercareProps) {
  const { Aftercare: AftercarePanel } = useOrderPanels();
  const hasBegun = deliveries.some(
    (delivery) =>
      delivery.status === 'delivered' ||
      delivery.status === 'missed' ||
      Date.parse(delivery.date) <= now,
  );
  if (!hasBegun || status === 'pending') return null;
  return (
    <Suspense>
      <AftercarePanel token={token} />
    </Suspense>
  );
}
