/** The actions for an order, the same in the list and on the order's own page. */
import type { KeyboardEvent } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  canCancelOrder,
  ORDER_STATUSES,
  type OrderStatus,
} from '#areas/order-book/rules/order-status.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSavePrintout } from '#areas/printouts/web/use-printout.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { badgeColours, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { useOrderActions } from './order-actions-provider.tsx';
import { changeOrdersAddress } from '#areas/orders/web/portal/orders-address.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';

/** Spec 4. */
const STATUS_VARIANTS: Record<OrderStatus, BadgeVariant> = {
  pending: 'secondary',
  confirmed: 'default',
  delivered: 'outline',
  cancelled: 'destructive',
};

type ControlProps = { order: AdminOrderReply };

type ButtonProps = ControlProps & {
  /** An icon where a row has no room for words. */
  isCompact?: boolean;
};

/** Spec 4: any of the four, whatever it was. */
export function OrderStatusSelect({
  order,
  look = 'field',
}: ControlProps & {
  /** `badge`: in the colours of the status. */
  look?: 'field' | 'badge';
}) {
  const { setStatus, busyWith } = useOrderActions();
  const isBusy = busyWith?.order.id === order.id;
  const shown = isBusy && busyWith.kind === 'status' ? busyWith.status : order.status;
  return (
    <select
      aria-label={`Status of ${order.orderNumber}`}
      aria-busy={isBusy}
      value={shown}
      onKeyDown={openWithArrows}
      onChange={(event) => {
        const status = ORDER_STATUSES.find((one) => one === event.target.value);
        if (status) setStatus(order, status);
      }}
      className={classNames(
        'rounded-full border text-sm',
        look === 'field' && 'min-h-10 border-control bg-surface px-3 text-ink max-md:min-h-11',
        look === 'badge' && 'min-h-7! max-w-full pl-2 font-semibold max-xl:min-h-11! max-xl:pl-3',
        look === 'badge' && badgeColours(STATUS_VARIANTS[shown]),
      )}
    >
      {ORDER_STATUSES.map((status) => (
        <option key={status} className="bg-surface text-ink">
          {status}
        </option>
      ))}
    </select>
  );
}

/** Arrow keys on a closed list would set each status they pass. */
function openWithArrows(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

/** Spec 2: for every order. A cancelled one opens read-only. */
export function EditOrderLink({ order, isCompact = false }: ButtonProps) {
  const [params] = useSearchParams();
  const address = changeOrdersAddress(params, { order: { id: order.id, isEditing: true } });
  return (
    <Link
      to={{ search: address.toString() }}
      title={isCompact ? 'Edit' : undefined}
      className={classNames(buttonClass('quiet', 'small'), sizeOf(isCompact))}
    >
      <Wording icon={isCompact && 'edit'} words="Edit" order={order} />
    </Link>
  );
}

/** The labels of its bags and meals. A cancelled order has none, as the server then says. */
export function LabelButton(props: ButtonProps) {
  return useMayDo('printLabels') ? <SaveLabelsButton {...props} /> : null;
}

function SaveLabelsButton({ order, isCompact = false }: ButtonProps) {
  const source = labelsSource({ orderIds: [order.id], kind: 'all' });
  const save = useSavePrintout({ source, saved: 'Label Downloaded' });
  return (
    <Button
      variant="quiet"
      size="small"
      title={isCompact ? 'Label' : undefined}
      className={sizeOf(isCompact)}
      busy={save.isBusy}
      onClick={() => save.run()}
    >
      <Wording icon={isCompact && 'label'} words="Label" order={order} />
    </Button>
  );
}

export function CancelOrderButton({ order, isCompact = false }: ButtonProps) {
  const { cancel } = useOrderActions();
  return (
    <Button
      variant="quiet"
      size="small"
      title={isCompact ? 'Cancel Order' : undefined}
      className={sizeOf(isCompact)}
      disabled={!canCancelOrder(order)}
      onClick={() => cancel(order)}
    >
      <Wording icon={isCompact && 'cancel'} words="Cancel Order" order={order} />
    </Button>
  );
}

function sizeOf(isCompact: boolean): string {
  return isCompact
    ? 'min-h-11 min-w-11 px-0! sm:min-h-11 xl:min-h-9 xl:min-w-9 xl:pointer-fine:min-h-8!'
    : 'max-md:min-h-11';
}

const ICONS = {
  edit: 'm3.5 16.5 1-4L13 4l3 3-8.5 8.5zM11.5 5.5l3 3',
  label: 'M3.5 4.5h6l7 7-5 5-8-8zM6.8 7.8h.01',
  cancel: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7.5 7.5l5 5m0-5-5 5',
};

type WordingProps = ControlProps & { icon: keyof typeof ICONS | false; words: string };

function Wording({ icon, words, order }: WordingProps) {
  return (
    <>
      {icon !== false && (
        <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true">
          <path
            d={ICONS[icon]}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
      {icon === false && words}
      <VisuallyHidden>
        {icon !== false && words} {order.orderNumber}
      </VisuallyHidden>
    </>
  );
}
