import type { ReportedStatus } from '#areas/order-book/rules/delivery-status.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TickBar } from '#platform/web/portal/tick-bar.tsx';
import type { DeliveryActionKind } from './delivery-actions.tsx';
import { ACTION_LABELS } from './describe-deliveries.ts';

const OFFERED = ['cooked', 'packed', 'out', 'delivered', 'missed'] as const;

type BulkBarProps = {
  count: number;
  /** Ticked, but not in the list now. */
  hidden: number;
  isBusy: boolean;
  /** Null: not with this role. */
  onReport: ((status: ReportedStatus) => void) | null;
  onAct: (kind: DeliveryActionKind) => void;
  onClear: () => void;
};

/** What can be said of all ticked deliveries at once. */
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
