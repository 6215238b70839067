/** The actions for an order, the same in the list and on the order's own page. */
import type { KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AdminOrderReply } from '#contract/admin-orders.ts';
import { canCancelOrder, ORDER_STATUSES } from '#domain/ordering/status/order-status.ts';
import { useMayDo } from '#web/api/session.ts';
import { labelsSource } from '#web/api/portal/printouts.ts';
import { useSavePrintout } from '#web/api/portal/use-printout.ts';
import { Button, buttonClass } from '#web/ui/form/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { useOrderActions } from './order-actions-provider.tsx';
import { changeOrdersAddress } from '../list/orders-address.ts';

type ControlProps = { order: AdminOrderReply };

/** Spec 4: any of the four, whatever it was. */
export function OrderStatusSelect({ order }: ControlProps) {
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
      className="min-h-10 rounded-full border border-control bg-surface px-3 text-sm text-ink max-md:min-h-11"
    >
      {ORDER_STATUSES.map((status) => (
        <option key={status}>{status}</option>
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
export function EditOrderLink({ order }: ControlProps) {
  const [params] = useSearchParams();
  const address = changeOrdersAddress(params, { order: { id: order.id, isEditing: true } });
  return (
    <Link
      to={{ search: address.toString() }}
      className={classNames(buttonClass('quiet', 'small'), 'max-md:min-h-11')}
    >
      Edit<VisuallyHidden> {order.orderNumber}</VisuallyHidden>
    </Link>
  );
}

/** The labels of its bags and meals. A cancelled order has none, as the server then says. */
export function LabelButton({ order }: ControlProps) {
  return useMayDo('makePrintouts') ? <SaveLabelsButton order={order} /> : null;
}

function SaveLabelsButton({ order }: ControlProps) {
  const { showToast } = useToast();
  const source = labelsSource({ orderIds: [order.id], kind: 'all' });
  const save = useSavePrintout({ source, saved: 'Label Downloaded', tell: showToast });
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-md:min-h-11"
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      Label<VisuallyHidden> {order.orderNumber}</VisuallyHidden>
    </Button>
  );
}

export function CancelOrderButton({ order }: ControlProps) {
  const { cancel } = useOrderActions();
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-md:min-h-11"
      disabled={!canCancelOrder(order)}
      onClick={() => cancel(order)}
    >
      Cancel Order<VisuallyHidden> {order.orderNumber}</VisuallyHidden>
    </Button>
  );
}
