import { lazy, Suspense } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';

const ChooseAfterMissed = lazy(async () => ({
  default: (await import('./choose-after-missed.tsx')).ChooseAfterMissed,
}));

type MissedDeliveriesProps = Pick<TrackedOrderReply, 'deliveries'> & { token: string };

/** What the customer may choose for those that we could not leave. Few ever see it: nobody else loads it. */
export function MissedDeliveries({ deliveries, token }: MissedDeliveriesProps) {
  const asked = deliveries.flatMap(({ date, missed }) => (missed ? [{ date, missed }] : []));
  if (asked.length === 0) return null;
  return (
    <Suspense>
      {asked.map(({ date, missed }) => (
        <ChooseAfterMissed key={missed.id} missed={missed} date={date} token={token} />
      ))}
    </Suspense>
  );
}
