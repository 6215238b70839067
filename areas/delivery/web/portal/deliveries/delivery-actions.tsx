import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSavePrintout } from '#areas/printouts/web/use-printout.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { MoveDialog } from '#areas/orders/web/portal/move-dialog.tsx';
import { CancelDialog } from '#areas/orders/web/portal/cancel-dialog.tsx';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';
import { type BulkOutcome, useBulkAction } from '#areas/orders/web/portal/many-orders.ts';
import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { LONGEST_DELIVERY_NOTE } from '#areas/orders/calls/move-or-cancel.ts';
import { sendSettled } from '#areas/orders/web/portal/deliveries-queries.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { ReportedStatus } from '#areas/order-book/rules/delivery.ts';
import { TickBar } from '#platform/web/portal/tick-bar.tsx';
import { ACTION_LABELS } from '#areas/delivery/web/portal/deliveries/describe-deliveries.ts';

export type DeliveryActionKind = 'move' | 'cancel' | 'settle';

export type DeliveryAction = {
  kind: DeliveryActionKind;
  deliveries: readonly DeliveryReply[];
  /** Where a move is to go, to begin with. */
  to?: SlotKey;
};

type ActionDialogProps = {
  action: DeliveryAction | null;
  today: PlainDate | null;
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

export function DeliveryDialog({ action, today, ...shared }: ActionDialogProps) {
  if (!action || today === null || action.deliveries.length === 0) return null;
  const { kind, deliveries, to } = action;
  if (kind === 'move')
    return <MoveDialog deliveries={deliveries} today={today} to={to} {...shared} />;
  if (kind === 'cancel') {
    const [only] = deliveries;
    const name =
      only && deliveries.length === 1
        ? deliveryText(only.date, only.timeSlot)
        : `${deliveries.length} deliveries`;
    const what = { deliveryIds: deliveries.map(({ id }) => id) };
    return <CancelDialog name={name} what={what} {...shared} />;
  }
  return <SettleMissedDialog deliveries={deliveries} {...shared} />;
}

type RowActionsProps = {
  delivery: DeliveryReply;
  name: string;
  onAct: (kind: DeliveryActionKind) => void;
};

export function RowActions({ delivery, name, onAct }: RowActionsProps) {
  const mayMove = useMayDo('moveDeliveries');
  const mayCancel = useMayDo('refundOrders');
  const { status, isSettled } = delivery;
  if (status === 'delivered' || status === 'cancelled' || status === 'out') return null;
  const isMissed = status === 'missed';
  const offered = [
    ...(mayMove ? [['move', isMissed ? 'Again…' : 'Move…'] as const] : []),
    ...(mayCancel ? [['cancel', 'Cancel…'] as const] : []),
    ...(mayMove && isMissed && !isSettled ? [['settle', 'Leave it…'] as const] : []),
  ];
  return offered.map(([kind, label]) => (
    <Button
      key={kind}
      variant="quiet"
      size="small"
      onClick={() => onAct(kind)}
      aria-label={`${label} ${name}`}
    >
      {label}
    </Button>
  ));
}

export function StopLabelsButton({ id, name }: { id: number; name: string }) {
  const source = labelsSource({ deliveryIds: [id], kind: 'all' });
  const save = useSavePrintout({ source, saved: 'Label Downloaded' });
  return (
    <Button
      variant="quiet"
      size="small"
      busy={save.isBusy}
      onClick={() => save.run()}
      aria-label={`Labels: ${name}`}
    >
      Labels
    </Button>
  );
}

type SettleMissedDialogProps = {
  deliveries: readonly DeliveryReply[];
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

function SettleMissedDialog({ deliveries, onDone, onClose }: SettleMissedDialogProps) {
  const [note, setNote] = useState('');
  const ids = deliveries.map(({ id }) => id);
  const action = useBulkAction({
    send: (words: string) => sendSettled(ids, words),
    what: 'settled',
    onDone,
  });
  return (
    <ActionDialog
      title="Leave it as it is"
      act="Settle"
      change={action}
      isReady={note.trim() !== ''}
      go={() => action.run(note)}
      onClose={onClose}
    >
      <p>It is not brought again and nothing goes back. Nobody is told.</p>
      <TextField
        label="Note"
        hint="What you agreed with the customer"
        value={note}
        maxLength={LONGEST_DELIVERY_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
    </ActionDialog>
  );
}

const OFFERED = ['cooked', 'packed', 'out', 'delivered', 'missed'] as const;

type BulkBarProps = {
  count: number;
  hidden: number;
  isBusy: boolean;
  /** Null: not with this role. */
  onReport: ((status: ReportedStatus) => void) | null;
  onAct: (kind: DeliveryActionKind) => void;
  onClear: () => void;
};

export function BulkBar({ count, hidden, isBusy, onReport, onAct, onClear }: BulkBarProps) {
  const mayMove = useMayDo('moveDeliveries');
  const mayCancel = useMayDo('refundOrders');
  if (count + hidden === 0) return null;
  return (
    <div className="sticky top-13 z-10">
      <TickBar label="Ticked deliveries" count={count} hidden={hidden} onClear={onClear}>
        {onReport &&
          OFFERED.map((status) => (
            <Button
              key={status}
              variant="secondary"
              size="small"
              disabled={isBusy}
              onClick={() => onReport(status)}
            >
              {ACTION_LABELS[status]}
            </Button>
          ))}
        {mayMove && (
          <Button variant="secondary" size="small" onClick={() => onAct('move')}>
            Move to another window…
          </Button>
        )}
        {mayCancel && (
          <Button variant="secondary" size="small" onClick={() => onAct('cancel')}>
            Cancel…
          </Button>
        )}
      </TickBar>
    </div>
  );
}
