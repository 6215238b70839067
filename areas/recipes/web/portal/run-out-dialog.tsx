import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { RunOutReply, RunOutRequest, RunOutRow } from '#areas/orders/calls/run-out.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  readNewPreview,
  runOutPreviewQuery,
  sendRunOut,
} from '#areas/orders/web/portal/run-out-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { RunOutForm } from './run-out-form.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

type RunOutDialogProps = {
  meal: StaffMealReply;
  meals: readonly StaffMealReply[];
  /** The first day of delivery that it is missing for. */
  from: string;
  onClose: () => void;
};

/** A meal has run out: who is concerned, what each of them gets, and doing it. */
export function RunOutDialog({ meal, meals, from, onClose }: RunOutDialogProps) {
  const [request, setRequest] = useState<RunOutRequest>({ from, to: from, action: 'swap' });
  const client = useQueryClient();
  const query = runOutPreviewQuery(meal.id, request);
  const preview = useQuery(query);
  const doing = useChange((previewHash: string) => sendRunOut(meal.id, request, previewHash), {
    onDone: () => void client.invalidateQueries({ queryKey: ['staff-meals'] }),
    onFailure(_failure, { error }) {
      const changed = readNewPreview(error);
      if (changed) client.setQueryData(query.queryKey, changed);
    },
  });
  const { result } = doing;
  const shown = preview.data;
  const toDo = shown ? shown.counts.swap + shown.counts.refund + shown.counts.ask : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Run out of ${meal.name}`}
      actions={
        result ? (
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="small" onClick={onClose}>
              Cancel
            </Button>
            {shown && toDo > 0 && (
              <Button
                size="small"
                busy={doing.isBusy}
                busyLabel="Going through the orders…"
                onClick={() => {
                  if (!preview.isFetching) doing.run(shown.previewHash);
                }}
              >
                {`Go: ${countPortions(toDo)}`}
              </Button>
            )}
          </>
        )
      }
    >
      {result ? (
        <Result result={result} />
      ) : (
        <div className="grid gap-5">
          <RunOutForm
            meal={meal}
            meals={meals}
            request={request}
            onChange={(change) => {
              doing.reset();
              setRequest(change);
            }}
          />
          <FailureNotice failure={doing.failure} />
          <Loaded query={preview} what="who is concerned">
            {(found) => <Preview preview={found} />}
          </Loaded>
        </div>
      )}
    </Dialog>
  );
}

function Preview({ preview }: { preview: RunOutReply }) {
  if (preview.rows.length === 0)
    return <p role="status">Nobody is waiting for this meal in these days.</p>;
  return (
    <>
      <p role="status" className="font-semibold">
        {describeCounts(preview)} {describeTold(preview)}
      </p>
      <RunOutRows rows={preview.rows} />
    </>
  );
}

function Result({ result }: { result: RunOutReply }) {
  const failed = result.rows.filter(({ ok }) => ok === false);
  const isWhole = failed.length === 0;
  return (
    <div className="grid gap-5">
      <Notice
        tone={isWhole ? 'success' : 'warning'}
        announce="polite"
        title={isWhole ? 'Done' : `${failed.length} could not be done`}
      >
        <p>
          {describeCounts(result)}{' '}
          {isWhole ? '' : 'Open this again for those that are marked: the others are done.'}
        </p>
      </Notice>
      <RunOutRows rows={[...failed, ...result.rows.filter(({ ok }) => ok !== false)]} />
    </div>
  );
}

/** "2 portions swapped, 1 portion refunded ($14.99)." */
function describeCounts({ counts, refundTotal }: RunOutReply): string {
  const parts = [
    counts.swap > 0 && `${countPortions(counts.swap)} swapped`,
    counts.refund > 0 && `${countPortions(counts.refund)} refunded ($${refundTotal})`,
    counts.ask > 0 && `${countPortions(counts.ask)} asked about`,
    counts.left > 0 && `${countPortions(counts.left)} left as they are`,
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

function describeTold({ told }: RunOutReply): string {
  if (told === 0) return 'Nobody gets a message.';
  return `${told} customer${told === 1 ? '' : 's'} get${told === 1 ? 's' : ''} a message.`;
}

function countPortions(count: number): string {
  return `${count} portion${count === 1 ? '' : 's'}`;
}

const OUTCOMES: Record<RunOutRow['outcome'], string> = {
  swap: 'Swap',
  refund: 'Refund',
  ask: 'Ask',
  left: 'Left',
};

/** Who gets what, and why not what was wanted. */
function RunOutRows({ rows }: { rows: readonly RunOutRow[] }) {
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
