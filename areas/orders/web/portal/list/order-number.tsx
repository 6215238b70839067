import type { ReactNode } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { badgeColours, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { changeOrdersAddress } from './orders-address.ts';

/** The way to an order, and what is special about it. */
export function OrderNumber({ order, isFresh }: { order: AdminOrderReply; isFresh: boolean }) {
  const [params] = useSearchParams();
  const address = changeOrdersAddress(params, { order: { id: order.id } });
  return (
    <p className="flex items-center gap-x-1">
      <Link
        to={{ search: address.toString() }}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap xl:min-h-10 tabular-nums underline underline-offset-4"
      >
        {order.orderNumber}
      </Link>
      {isFresh && <Mark variant="secondary">New</Mark>}
      {order.people.some(hasAllergens) && <Mark variant="destructive">Allergy</Mark>}
    </p>
  );
}

/** A badge that leaves room in a row. */
function Mark({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'rounded-full px-1.5 text-xs leading-5 font-semibold',
        badgeColours(variant),
      )}
    >
      {children}
    </span>
  );
}

function hasAllergens({ allergens }: AdminOrderReply['people'][number]): boolean {
  return allergens.length > 0;
}
