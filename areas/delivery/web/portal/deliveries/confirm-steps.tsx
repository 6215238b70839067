import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import type { ReportOutcome, Sent } from './use-report-deliveries.ts';

type ConfirmStepsProps = {
  asked: ReportOutcome['toConfirm'];
  /** To name their stops. */
  deliveries: readonly Pick<DeliveryReply, 'id' | 'stop'>[];
  isBusy: boolean;
  onConfirm: (sent: Sent) => void;
  onClose: () => void;
};

/** What the server will not do by itself: each reason with its stops, and one answer for all. */
export function ConfirmSteps({ asked, deliveries, isBusy, onConfirm, onClose }: ConfirmStepsProps) {
  if (!asked) return null;
  const { sent, reasons } = asked;
  const stopOf = new Map(deliveries.map(({ id, stop }) => [id, stop]));
  const byReason = Map.groupBy(reasons, ([, message]) => message);
  const label = DELIVERY_STATUS_LABELS[sent.status].toLowerCase();
  return (
    <ActionDialog
      title={`${reasons.size === 1 ? '1 stop' : `${reasons.size} stops`}: ${label} all the same?`}
      act={`Yes, ${label}`}
      keep="Leave them"
      change={{ isBusy: isBusy }}
      go={() => onConfirm(sent)}
      onClose={onClose}
    >
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {[...byReason].map(([message, theirs]) => (
          <li key={message} className="break-words">
            <span className="font-bold">{message}</span> {theirs.length === 1 ? 'Stop' : 'Stops'}{' '}
            {theirs.map(([id]) => stopOf.get(id) ?? '?').join(', ')}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}
