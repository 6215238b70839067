import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import {
  DELIVERY_STATUS_LABELS,
  REPORTED_STATUSES,
} from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { StatList } from '#platform/web/ui/layout/stat-list.tsx';

/** How far the deliveries of each window have come. */
export function DeliverPart({ prep }: { prep: DailyPrepReply }) {
  const maySee = useMayDo('seeDeliveries');
  return (
    <div className="grid gap-5 pt-4">
      {prep.windows
        .filter(({ deliveries }) => deliveries > 0)
        .map(({ timeSlot, deliveries, counts }) => (
          <section key={timeSlot} className="grid gap-2">
            <h3 className="text-lg">
              {windowLabel(timeSlot)}: {deliveries} {deliveries === 1 ? 'delivery' : 'deliveries'}
            </h3>
            <StatList stats={statsOf(counts)} />
          </section>
        ))}
      {maySee && (
        <Link
          to={paths.admin({ tab: 'deliveries', date: prep.date })}
          className={`${buttonClass('secondary')} justify-self-start`}
        >
          Deliveries, stop by stop
        </Link>
      )}
    </div>
  );
}

function statsOf(counts: DailyPrepReply['windows'][number]['counts']) {
  return REPORTED_STATUSES.map((status) => ({
    label: DELIVERY_STATUS_LABELS[status],
    value: counts[status],
  })).filter(({ value }) => value > 0);
}
