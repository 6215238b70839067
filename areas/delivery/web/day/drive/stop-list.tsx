import { isOnHold } from '#areas/delivery/rules/driver-reports.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { useUnread } from './stop-notices.tsx';
import { useFormatTime } from './use-format-time.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { describeEnd, type DrivenStop } from './driven-stop.ts';

/** The other stops of the run: those to come, then those that are done. */
export function StopList({ stops }: { stops: readonly DrivenStop[] }) {
  const { open = [], ended = [] } = Object.groupBy(stops, ({ status }) =>
    isEnded(status) ? 'ended' : 'open',
  );
  return (
    <>
      <Rows label="Next stops" stops={open} />
      <Rows label="Done" stops={ended.toReversed()} />
    </>
  );
}

function Rows({ label, stops }: { label: string; stops: readonly DrivenStop[] }) {
  const formatTime = useFormatTime();
  const changed = new Set(useUnread(() => true).map(({ deliveryId }) => deliveryId));
  if (stops.length === 0) return null;
  return (
    <section aria-label={label}>
      <h2 className="border-y border-line bg-sunken px-4 py-1 font-sans text-lg font-semibold">
        {label}
      </h2>
      <ul>
        {stops.map((stop) => (
          <li key={stop.id} className="border-b border-line">
            <Link
              to={paths.driveStop(stop.id)}
              className="flex min-h-22 items-center gap-3 px-4 py-2"
            >
              <span className="w-11 shrink-0 text-2xl font-bold">{stop.stop}</span>
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{stop.name}</span>
                <span className="block">
                  {describeEnd(stop) ??
                    (stop.nearStop ? `Near stop ${stop.nearStop}: ${stop.address}` : stop.address)}
                </span>
              </span>
              <span className="shrink-0 text-right">
                <span className="block font-semibold">
                  {isEnded(stop.status) && stop.statusAt
                    ? formatTime(stop.statusAt)
                    : `${stop.bags} ${stop.bags === 1 ? 'bag' : 'bags'}`}
                </span>
                {isOnHold(stop) && (
                  <span className="block font-bold text-danger">
                    {stop.gate === 'back' ? 'CANCELLED' : 'STOP'}
                  </span>
                )}
                {changed.has(stop.id) && (
                  <span className="block font-bold text-danger">changed</span>
                )}
                {stop.isWaiting && <span className="block text-warning">waiting to send</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
