import type { RunOutRow } from '#areas/orders/calls/run-out.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

const OUTCOMES: Record<RunOutRow['outcome'], string> = {
  swap: 'Swap',
  refund: 'Refund',
  ask: 'Ask',
  left: 'Left',
};

/** Who gets what, and why not what was wanted. */
export function RunOutRows({ rows }: { rows: readonly RunOutRow[] }) {
  return (
    <ul aria-label="Who is concerned" className="divide-y divide-line">
      {rows.map((row) => (
        <Row key={`${row.deliveryId} ${row.personName}`} row={row} />
      ))}
    </ul>
  );
}

function Row({ row }: { row: RunOutRow }) {
  const formatInstant = useFormatInstant();
  const { outcome, portions, personName, until, why, ok, message } = row;
  return (
    <li className="grid gap-0.5 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 break-words">
          <strong>
            {portions} × {personName}
          </strong>
          , {row.customerName} ({row.orderNumber})
        </p>
        <Badge variant="outline">{ok === false ? 'Not done' : OUTCOMES[outcome]}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {formatDayAndMonth(row.date)}, {windowLabel(row.timeSlot)}
        {hasFoodNeeds(row) && ` · ${needsLine({ ...row, name: row.personName })}`}
      </p>
      <p className="break-words">
        {describeOutcome(row)}
        {until !== null && ` Until ${formatInstant(until)}.`}
      </p>
      {row.dietsMissed.length > 0 && (
        <p className="font-semibold text-warning">
          Doesn’t fit: {row.dietsMissed.map(dietText).join(', ')}
        </p>
      )}
      {why !== '' && <p className="text-warning">{why}</p>}
      {ok === false && <p className="font-semibold text-danger">{message}</p>}
    </li>
  );
}

function describeOutcome({ outcome, swap, options, refund }: RunOutRow): string {
  switch (outcome) {
    case 'swap':
      return `Gets ${swap?.name ?? 'another meal'}.`;
    case 'refund':
      return `$${refund ?? '0.00'} goes back to the card.`;
    case 'ask':
      return `May choose ${options.map(({ name }) => name).join(', ')}, or the refund.`;
    case 'left':
      return 'Nothing is done.';
  }
}
