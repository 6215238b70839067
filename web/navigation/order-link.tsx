import { Link } from 'react-router';
import { paths } from '#web/navigation/paths.ts';

export function OrderLink({ id, orderNumber }: { id: number; orderNumber: string }) {
  return (
    <Link
      to={paths.admin({ tab: 'orders', order: id })}
      className="font-semibold whitespace-nowrap tabular-nums underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {orderNumber}
    </Link>
  );
}
