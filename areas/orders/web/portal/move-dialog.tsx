import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { LONGEST_CAUSE, moveDeliveries } from '#areas/orders/calls/move-or-cancel.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  isPlainDate,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowLabel, parseDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { closureOn, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { windowName } from '#areas/order-book/rules/incident.ts';
import { NewHoldsIn } from '#areas/order-book/web/hold-lines.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { dryRunQuery, freshQuery } from '#platform/web/api/call-query.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { BulkPreview, type BulkRow, countOf, toldText } from '#platform/web/portal/bulk-result.tsx';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';
import { type BulkOutcome, useBulkAction } from '#areas/orders/web/portal/many-orders.ts';
import { type CookedAgain, movedBagsText } from '#areas/order-book/rules/move-delivery.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';

type Delivery = Pick<DeliveryReply, 'id' | 'date' | 'timeSlot' | 'status'>;

type MoveDialogProps = {
  deliveries: readonly Delivery[];
  /** What cannot be moved at all, and why: shown with those that stay. */
  staying?: readonly BulkRow[];
  today: PlainDate;
  /** Where to, to begin with. */
  to?: SlotKey | undefined;
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

/** Where to, why, and what it does before it is done. No day is proposed. */
export function MoveDialog(props: MoveDialogProps) {
  const { deliveries, staying = [], today, to, onDone, onClose } = props;
  const [only] = deliveries.length === 1 ? deliveries : [];
  const { business } = useConfig();
  const [date, setDate] = useState<string>(to?.date ?? '');
  const [picked, setPicked] = useState(to?.window ?? deliveries[0]?.timeSlot ?? null);
  const [isOther, setOther] = useState(only === undefined || to !== undefined);
  const windows = isPlainDate(date) ? windowsOn(business, date) : [];
  const timeSlot = windows.find((window) => window === picked) ?? windows[0];
  const [cause, setCause] = useState('');
  const [sameBag, setSameBag] = useState(true);
  const [notify, setNotify] = useState(true);
  const [changed, setChanged] = useState<readonly BulkRow[]>([]);
  const ids = deliveries.map(({ id }) => id).filter((id) => !changed.some((row) => row.id === id));
  const ask = { ids, date, timeSlot: timeSlot ?? business.defaultWindow, sameBag, cause, notify };
  const preview = useQuery({
    ...dryRunQuery(moveDeliveries, { body: ask }),
    enabled: isPlainDate(date) && timeSlot !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const action = useBulkAction({
    send: (body: typeof ask & { previewHash: string }) => call(moveDeliveries, { body }),
    what: 'moved',
    onDone,
    preview,
  });
  const { data } = preview;
  // What was ticked is meant as it was shown: one that has another place by now is left out.
  const elsewhere = (data?.results ?? []).flatMap((row) => {
    const was = deliveries.find(({ id }) => id === row.id);
    const isSame = !row.date || !row.timeSlot || isAt(was, row.date, row.timeSlot);
    const place = row.date && row.timeSlot && deliveryText(row.date, row.timeSlot);
    return isSame ? [] : [{ ...row, ok: false, message: `It is already on ${place}.` }];
  });
  if (elsewhere.some(({ id }) => ids.includes(id))) setChanged([...changed, ...elsewhere]);
  const movable = data?.results.filter(({ ok, code }) => ok && code === undefined).length ?? 0;
  const place = timeSlot && isPlainDate(date) ? deliveryText(date, timeSlot) : null;
  const hasBags = deliveries.some(({ status }) => status !== 'planned');
  const bags = (place !== null && data?.results) || [];
  return (
    <ActionDialog
      title={moveTitle(deliveries)}
      act={moveLabel({ isOne: only !== undefined, movable, place })}
      keep="Back"
      change={action}
      failureTitle="Nothing changed"
      busyLabel="Moving…"
      isReady={place !== null && ids.length > 0 && !(data && movable === 0)}
      preview={preview}
      go={() => data && movable > 0 && action.run({ ...ask, previewHash: data.previewHash })}
      onClose={onClose}
    >
      {only === undefined && <p>From {fromText(deliveries)}</p>}
      {only && (
        <Places
          of={only}
          today={today}
          value={isOther ? OTHER : timeSlot ? slotKeyText({ date, window: timeSlot }) : null}
          onChoose={(slot) => {
            setOther(slot === null);
            setDate(slot?.date ?? '');
            if (slot) setPicked(slot.window);
          }}
        />
      )}
      {isOther && (
        <OtherDay date={date} timeSlot={timeSlot} onDate={setDate} onWindow={setPicked} />
      )}
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
      </div>
      {hasBags && (
        <BagChoice
          rows={bags.filter(({ isKept, cookedAgain }) => isKept || cookedAgain !== null)}
          sameBag={sameBag}
          onChange={(change) => setSameBag(change.sameBag)}
        />
      )}
      {data && place !== null && <NewHoldsIn rows={data.results} />}
      {(place !== null || staying.length > 0) && (
        <BulkPreview
          results={place === null ? staying : data && [...data.results, ...changed, ...staying]}
          error={preview.isFetching ? null : preview.error}
          onRetry={() => void preview.refetch()}
          sums={
            data && place !== null
              ? [
                  `${countOf(movable)} to ${windowName({ date: data.places.date, window: data.places.timeSlot })}. ${data.places.left} places stay free.`,
                  toldText(data.told),
                ]
              : []
          }
        />
      )}
    </ActionDialog>
  );
}

type OtherDayProps = {
  date: string;
  timeSlot: SlotKey['window'] | undefined;
  onDate: (date: string) => void;
  onWindow: (window: SlotKey['window'] | null) => void;
};

function OtherDay({ date, timeSlot, onDate, onWindow }: OtherDayProps) {
  const { business } = useConfig();
  const windows = isPlainDate(date) ? windowsOn(business, date) : [];
  const reason = isPlainDate(date) && closureOn(business, date)?.reason;
  const isClosed = isPlainDate(date) && timeSlot === undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateField
        label="To"
        value={date}
        error={isClosed ? `You don’t deliver on this day${reason ? `: ${reason}` : ''}` : null}
        onChange={onDate}
      />
      <SelectField
        label="Window"
        value={timeSlot ?? ''}
        disabled={timeSlot === undefined}
        onChange={(event) => onWindow(parseDeliveryWindow(event.target.value))}
      >
        {windows.map((window) => (
          <option key={window} value={window}>
            {windowLabel(window)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function isAt(was: Delivery | undefined, date: PlainDate, window: SlotKey['window']): boolean {
  return was === undefined || (was.date === date && was.timeSlot === window);
}

/** "Move 12 deliveries of Wed 2 Dec, 11am-1pm to". */
function moveTitle(deliveries: readonly Delivery[]): string {
  const [first] = deliveries;
  const isOnePlace = deliveries.every((one) => first && isAt(one, first.date, first.timeSlot));
  const from = first && isOnePlace ? deliveryText(first.date, first.timeSlot) : null;
  if (deliveries.length === 1) return `Move ${from} to`;
  return `Move ${deliveries.length} deliveries${from === null ? '' : ` of ${from}`} to`;
}

function moveLabel(what: { isOne: boolean; movable: number; place: string | null }): string {
  const { isOne, movable, place } = what;
  if (place === null) return 'Move';
  return isOne || movable === 0 ? `Move to ${place}` : `Move ${countOf(movable)} to ${place}`;
}

/** "Tue 1 Dec (9), Wed 2 Dec (3)". */
function fromText(deliveries: readonly Delivery[]): string {
  const byDate = Map.groupBy(
    deliveries.toSorted((a, b) => compareText(a.date, b.date)),
    ({ date }) => date,
  );
  return [...byDate]
    .map(([date, some]) => `${formatDayAndMonth(date)} (${some.length})`)
    .join(', ');
}

const OTHER = 'other';
/** As many as fit beside each other in two lines. */
const MOST_PLACES = 7;
const DAYS_AHEAD = 13;

type PlacesProps = {
  of: Delivery;
  today: PlainDate;
  value: string | null;
  /** Null: another day. */
  onChoose: (slot: SlotKey | null) => void;
};

function Places({ of, today, value, onChoose }: PlacesProps) {
  const { business } = useConfig();
  const maySee = useMayDo('seeSlots');
  const query = { from: today, to: addDays(today, DAYS_AHEAD) };
  const { data = [] } = useQuery({
    ...freshQuery(['delivery-slots', 'from', today], listSlots, { query }),
    enabled: maySee,
  });
  const distance = ({ date, window }: SlotKey) =>
    Math.abs(daysBetween(of.date, date)) * 2 + (window === of.timeSlot ? 0 : 1);
  const places = Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => addDays(today, days))
    .flatMap((date) => windowsOn(business, date).map((window) => ({ date, window })))
    .filter((slot) => !isAt(of, slot.date, slot.window))
    .map((slot) => {
      const set = data.find(
        ({ date, timeSlot }) => slotKeyText({ date, window: timeSlot }) === slotKeyText(slot),
      );
      const most = set ? set.maxDeliveries : business.slotCapacity.default;
      const isClosed = set?.isActive === false;
      return { ...slot, isClosed, left: Math.max(0, most - (set?.currentDeliveries ?? 0)) };
    })
    .filter(({ isClosed }) => !isClosed)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MOST_PLACES)
    .toSorted((a, b) => compareText(slotKeyText(a), slotKeyText(b)));
  return (
    <PillChoice
      legend="To"
      hideLegend
      value={value}
      pills={[
        ...places.map((slot) => ({
          value: slotKeyText(slot),
          label: deliveryText(slot.date, slot.window),
          note: slot.left === 0 ? 'full' : `${slot.left} left`,
          disabled: slot.left === 0,
        })),
        { value: OTHER, label: 'Another day' },
      ]}
      onChange={(key) => onChoose(places.find((slot) => slotKeyText(slot) === key) ?? null)}
    />
  );
}

function slotKeyText({ date, window }: SlotKey): string {
  return `${date} ${window}`;
}

type BagChoiceProps = {
  /** As it would be done, of those that were cooked. */
  rows: readonly {
    isKept: boolean;
    cookedAgain: CookedAgain | null;
    meals: number;
    cookCents: number | null;
  }[];
  sameBag: boolean;
  onChange: (change: { sameBag: boolean }) => void;
};

/** What becomes of food that is cooked when its delivery moves: it goes out as it is where it may. */
export function BagChoice({ rows, sameBag, onChange }: BagChoiceProps) {
  const said = movedBagsText(rows);
  return (
    <div className="grid gap-1">
      <PillChoice
        legend="What is cooked already"
        value={sameBag ? 'kept' : 'again'}
        pills={[
          { value: 'kept', label: 'Same bags, kept cold' },
          { value: 'again', label: againText(rows) },
        ]}
        onChange={(choice) => onChange({ sameBag: choice === 'kept' })}
      />
      <p className="text-sm text-ink-soft" aria-live="polite">
        {said === '' ? '' : `${said}. `}
        {sameBag ? 'Print new labels for the kept bags.' : ''}
      </p>
    </div>
  );
}

/** "Cook again: 41 trays, $212.40 of food". */
function againText(rows: BagChoiceProps['rows']): string {
  const trays = rows.reduce((sum, { meals }) => sum + meals, 0);
  if (trays === 0) return 'Cook again';
  const cents = rows.map(({ cookCents }) => cookCents);
  const cost = cents.every((one) => one !== null)
    ? `, $${formatAmount(sumCents(cents))} of food`
    : '';
  return `Cook again: ${trays === 1 ? '1 tray' : `${trays} trays`}${cost}`;
}
