import { useMayDo } from '#platform/web/api/session.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** An order's number; a link to it for those who may open it. */
export function OrderLink({ id, orderNumber }: { id: number; orderNumber: string }) {
  const isText = !useMayDo('seeOrders');
  const look = 'font-semibold whitespace-nowrap tabular-nums';
  if (isText) return <span className={look}>{orderNumber}</span>;
  return (
    <Link
      to={paths.admin({ tab: 'orders', order: id })}
      className={classNames(
        look,
        'underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center',
      )}
    >
      {orderNumber}
    </Link>
  );
}
