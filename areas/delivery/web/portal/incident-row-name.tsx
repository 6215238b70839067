import type { IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

type Row = Pick<IncidentReply['rows'][number], 'stop' | 'customer' | 'orderId'>;

/** Whose delivery it is, and the way to their order. */
export function IncidentRowName({ row: { stop, customer, orderId } }: { row: Row }) {
  const maySee = useMayDo('seeOrders');
  return (
    <p className="font-semibold wrap-anywhere">
      {stop !== null && <span className="tabular-nums">{stop} </span>}
      {maySee ? (
        <Link
          to={paths.admin({ tab: 'orders', order: orderId })}
          className="inline-flex min-h-9 items-center underline decoration-control underline-offset-4 max-md:min-h-11"
        >
          {customer}
        </Link>
      ) : (
        customer
      )}
    </p>
  );
}
