import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { ChoiceField } from './choice-field.tsx';

type Row = IncidentPreviewReply['rows'][number];

type PlanRowsProps = {
  rows: readonly Row[];
  places: IncidentPreviewReply['places'];
  mayRefund: boolean;
  withWindow: boolean;
  onChoose: (id: number, value: string) => void;
};

export function PlanRows({ rows, places, mayRefund, withWindow, onChoose }: PlanRowsProps) {
  return (
    <ul
      aria-label="Deliveries"
      className="rounded-2xl border border-line bg-surface [&>li:first-child]:border-t-0"
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 sm:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              {row.stop !== null && <span className="tabular-nums">{row.stop} </span>}
              {row.customer}
            </p>
            <p className="text-sm text-ink-soft">{describe(row, withWindow)}</p>
            {row.message && <p className="text-sm font-semibold text-danger">{row.message}</p>}
          </div>
          <ChoiceField
            label={row.customer}
            choice={row.choice}
            to={row.to}
            places={places}
            mayRefund={mayRefund}
            onChoose={(value) => onChoose(row.id, value)}
          />
        </li>
      ))}
    </ul>
  );
}

function describe(
  { orderNumber, timeSlot, status, isKept, joins, amount, choice }: Row,
  withWindow: boolean,
) {
  return [
    ...(withWindow ? [windowLabel(timeSlot)] : []),
    DELIVERY_STATUS_LABELS[status],
    orderNumber,
    ...(isKept ? ['same bag, kept cold'] : []),
    ...(joins ? ['joins the delivery they get then'] : []),
    ...(choice === 'refund' ? [`$${amount} back`] : []),
  ].join(' · ');
}
