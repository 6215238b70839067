import { lazy, Suspense, useState } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';

const AftercarePanel = lazy(async () => ({
  default: (await import('#areas/customers/web/site/aftercare-panel.tsx')).AftercarePanel,
}));

type AftercareProps = { order: TrackedOrderReply; token: string };

/** From the first delivery on: rating meals, and saying what was wrong. Nobody loads it before; the server says the rest. */
export function Aftercare({ order: { deliveries, status }, token }: AftercareProps) {
  const [now] = useState(() => Date.now());
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
