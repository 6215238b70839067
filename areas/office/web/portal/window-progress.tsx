import type { TodayWindowReply } from '#areas/office/calls/today.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { describeCounts } from '#areas/delivery/rules/delivery-progress.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** The further, the darker; what went wrong is red. The words below the bar say the same. */
const COLOURS: Record<ReportedStatus, string> = {
  planned: 'bg-sunken',
  cooked: 'bg-mango-soft',
  packed: 'bg-mango',
  out: 'bg-info',
  delivered: 'bg-primary',
  missed: 'bg-danger',
};

/** From the end of the run to its beginning, so that the bar fills from the left. */
const FROM_THE_END = ['delivered', 'missed', 'out', 'packed', 'cooked', 'planned'] as const;

export function WindowProgress({ window, date }: { window: TodayWindowReply; date: PlainDate }) {
  const { timeSlot, counts, late } = window;
  const shown = FROM_THE_END.filter((status) => counts[status] > 0);
  return (
    <li className="grid gap-2 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">{windowLabel(timeSlot)}</h3>
        <Link
          to={paths.admin({ tab: 'deliveries', date })}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {window.stops === 1 ? '1 stop' : `${window.stops} stops`}
        </Link>
      </div>
      <div
        aria-hidden="true"
        className="flex h-4 overflow-hidden rounded-full border border-control bg-sunken"
      >
        {shown.map((status) => (
          <span
            key={status}
            className={`${COLOURS[status]} border-r border-surface last:border-r-0`}
            style={{ flexGrow: counts[status], flexBasis: 0 }}
          />
        ))}
      </div>
      <p className="text-ink-soft">
        {describeCounts(counts)}
        {late > 0 && (
          <>
            , <strong className="text-danger">{late} late</strong>
          </>
        )}
      </p>
    </li>
  );
}
