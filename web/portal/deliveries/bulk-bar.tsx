import type { ReportedStatus } from '#domain/delivery/delivery-status.ts';
import { useMayDo } from '#web/api/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import type { DeliveryActionKind } from './delivery-actions.tsx';
import { ACTION_LABELS } from './describe-deliveries.ts';

const OFFERED = ['cooked', 'packed', 'out', 'delivered', 'missed'] as const;

type BulkBarProps = {
  count: number;
  isBusy: boolean;
  /** Null: not with this role. */
  onReport: ((status: ReportedStatus) => void) | null;
  onAct: (kind: DeliveryActionKind) => void;
  onClear: () => void;
};

/** What can be said of all ticked deliveries at once. */
export function BulkBar({ count, isBusy, onReport, onAct, onClear }: BulkBarProps) {
  const mayMove = useMayDo('moveDeliveries');
  const mayRefund = useMayDo('refundOrders');
  if (count === 0) return null;
  return (
    <section
      aria-label="Ticked deliveries"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-2xl border border-primary bg-primary-soft px-4 py-3"
    >
      <p className="mr-2 font-semibold">{count} ticked:</p>
      {onReport &&
        OFFERED.map((status) => (
          <Button
            key={status}
            variant="secondary"
            size="small"
            className="max-md:min-h-11"
            disabled={isBusy}
            onClick={() => onReport(status)}
          >
            {ACTION_LABELS[status]}
          </Button>
        ))}
      {mayMove && (
        <Button
          variant="secondary"
          size="small"
          className="max-md:min-h-11"
          onClick={() => onAct('move')}
        >
          Move to another window…
        </Button>
      )}
      {mayRefund && (
        <Button
          variant="secondary"
          size="small"
          className="max-md:min-h-11"
          onClick={() => onAct('refund')}
        >
          Refund…
        </Button>
      )}
      <Button variant="quiet" size="small" className="max-md:min-h-11" onClick={onClear}>
        Untick all
      </Button>
    </section>
  );
}
