import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { LONGEST_CAUSE } from '#areas/orders/calls/move-deliveries.ts';
import {
  addDays,
  formatDayAndMonth,
  isPlainDate,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { parseDeliveryWindow } from '#areas/business/rules/parse-window.ts';
import { closureOn, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { windowName } from '#areas/order-book/rules/spread-deliveries.ts';
import { NewHoldsIn } from '#areas/order-book/web/hold-lines.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { movePreviewQuery, sendMove } from '#areas/orders/web/portal/move-deliveries-queries.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import {
  BulkPreview,
  type BulkRow,
  countOf,
  toldText,
} from '#platform/web/portal/bulk-preview.tsx';
import { type BulkOutcome, useBulkAction } from './use-bulk-action.ts';

type MoveDialogProps = {
  deliveries: readonly Pick<DeliveryReply, 'id' | 'date' | 'timeSlot' | 'status'>[];
  /** What cannot be moved at all, and why: shown with those that stay. */
  staying?: readonly BulkRow[];
  today: PlainDate;
  /** Where to, to begin with. */
  to?: SlotKey | undefined;
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

/** Where to, why, and what it does before it is done. */
export function MoveDialog(props: MoveDialogProps) {
  const { deliveries, staying = [], today, to, onDone, onClose } = props;
  // Several come from several days: whoever moves them says where to.
  const proposed = deliveries.length === 1 ? addDays(today, 1) : '';
  const [date, setDate] = useState<string>(to?.date ?? proposed);
  const { business } = useConfig();
  const [picked, setPicked] = useState(to?.window ?? deliveries[0]?.timeSlot ?? null);
  const windows = isPlainDate(date) ? windowsOn(business, date) : [];
  const timeSlot = windows.find((window) => window === picked) ?? windows[0];
  const [cause, setCause] = useState('');
  const [sameBag, setSameBag] = useState(false);
  const [notify, setNotify] = useState(true);
  const ids = deliveries.map(({ id }) => id);
  const ask = { ids, date, timeSlot: timeSlot ?? business.defaultWindow, sameBag, cause, notify };
  const preview = useQuery({
    ...movePreviewQuery(ask),
    enabled: isPlainDate(date) && timeSlot !== undefined,
    placeholderData: keepPreviousData,
  });
  const action = useBulkAction({
    send: sendMove,
    what: 'moved',
    onDone,
    onStale: () => void preview.refetch(),
  });
  const { data } = preview;
  const movable = data?.results.filter(({ ok, code }) => ok && code === undefined).length ?? 0;
  const hasBags = deliveries.some(({ status }) => status !== 'planned');
  return (
    <ActionDialog
      title={
        deliveries.length === 1 ? 'Move this delivery' : `Move ${deliveries.length} deliveries`
      }
      act={movable === 0 ? 'Move' : `Move ${countOf(movable)}`}
      keep="Back"
      change={action}
      failureTitle="Nothing changed"
      busyLabel="Moving…"
      isReady={movable > 0 && timeSlot !== undefined && !preview.isPlaceholderData}
      go={() => data && action.run({ ...ask, previewHash: data.previewHash })}
      onClose={onClose}
    >
      <p>From {fromText(deliveries)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="To"
          value={date}
          error={
            isPlainDate(date) && timeSlot === undefined
              ? `You don’t deliver on this day${reasonText(closureOn(business, date)?.reason)}`
              : null
          }
          onChange={setDate}
        />
        <SelectField
          label="Window"
          value={timeSlot ?? ''}
          disabled={timeSlot === undefined}
          onChange={(event) => setPicked(parseDeliveryWindow(event.target.value))}
        >
          {windows.map((window) => (
            <option key={window} value={window}>
              {windowLabel(window)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Because of"
        hint="Customers read it: “Because of bad weather …”. Empty, or on the same day: no cause is given"
        value={cause}
        maxLength={LONGEST_CAUSE}
        onChange={(event) => setCause(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <CheckChip checked={notify} onToggle={() => setNotify(!notify)}>
          Tell the customer
        </CheckChip>
        {hasBags && (
          <CheckChip checked={sameBag} onToggle={() => setSameBag(!sameBag)}>
            Same bag, kept cold
          </CheckChip>
        )}
      </div>
      {hasBags && (
        <p className="text-sm text-ink-soft">
          {sameBag
            ? 'What is cooked goes out as it is. Print its labels again.'
            : 'What is cooked already is cooked again.'}
        </p>
      )}
      {data && timeSlot && <NewHoldsIn rows={data.results} />}
      {timeSlot !== undefined && (
        <BulkPreview
          results={data && [...data.results, ...staying]}
          error={preview.isFetching ? null : preview.error}
          onRetry={() => void preview.refetch()}
          sums={
            data
              ? [
                  `${countOf(movable)} to ${windowName({ date: data.places.date, window: data.places.timeSlot })}. ${data.places.left} places are left there then.`,
                  toldText(data.told),
                ]
              : []
          }
        />
      )}
    </ActionDialog>
  );
}

function reasonText(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`;
}

/** "Tue 1 Dec (9), Wed 2 Dec (3)". */
function fromText(deliveries: MoveDialogProps['deliveries']): string {
  const byDate = Map.groupBy(
    deliveries.toSorted((a, b) => compareText(a.date, b.date)),
    ({ date }) => date,
  );
  return [...byDate]
    .map(([date, theirs]) => `${formatDayAndMonth(date)} (${theirs.length})`)
    .join(', ');
}
