import { counted } from '#platform/rules/counted.ts';
import { useState } from 'react';
import type { ClosureReply, ClosureRow } from '#areas/delivery/calls/incidents.ts';
import { windowLabel, parseDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery.ts';
import { type IncidentChoice, windowName } from '#areas/order-book/rules/incident.ts';
import { NewHoldsIn } from '#areas/order-book/web/hold-lines.tsx';
import { LONGEST_CAUSE } from '#areas/orders/calls/move-or-cancel.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { BagChoice } from '#areas/orders/web/portal/move-dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { IncidentChoiceBody } from '#areas/delivery/web/portal/incidents-queries.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';

export type Deciding = {
  booked: IncidentChoice;
  rows: ReadonlyMap<number, IncidentChoiceBody>;
  cause: string;
  sameBag: boolean;
  notify: boolean;
};

type BookedThereProps = {
  preview: ClosureReply;
  deciding: Deciding;
  isBusy: boolean;
  onChange: (change: Partial<Deciding>) => void;
  onChoose: (id: number, value: string) => void;
};

export function BookedThere(props: BookedThereProps) {
  const { preview, deciding, isBusy, onChange, onChoose } = props;
  const { rows, leftOut, paying, inProgress, incidentId } = preview;
  const [isOneByOne, setOneByOne] = useState(false);
  const [isMessageShown, setMessageShown] = useState(false);
  const mayMove = useMayDo('moveDeliveries');
  const mayRefund = useMayDo('refundOrders');
  const meals = rows.reduce((sum, row) => sum + row.meals, 0);
  return (
    <>
      {rows.length > 0 && (
        <section aria-label="Who has booked" aria-busy={isBusy} className="grid gap-3">
          <PillChoice
            legend={`Who has booked: ${counted(rows.length, 'delivery', 'deliveries')}, ${counted(meals, 'meal', 'meals')}`}
            value={deciding.rows.size > 0 ? null : deciding.booked}
            pills={[
              ...(mayMove ? [{ value: 'move', label: 'Move to the nearest place' } as const] : []),
              ...(mayRefund ? [{ value: 'refund', label: 'Refund all' } as const] : []),
              { value: 'leave', label: 'Deliver as booked' } as const,
            ]}
            onChange={(booked: IncidentChoice) => onChange({ booked, rows: new Map() })}
          />
          <div className="grid gap-1 rounded-2xl bg-sunken px-4 py-3" aria-live="polite">
            {whatHappens(preview).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p className="-ml-4 flex flex-wrap items-center">
              <Button
                variant="quiet"
                size="small"
                aria-expanded={isOneByOne}
                onClick={() => setOneByOne(!isOneByOne)}
              >
                One by one…
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-expanded={isMessageShown}
                onClick={() => setMessageShown(!isMessageShown)}
              >
                Read the message
              </Button>
            </p>
          </div>
          {isOneByOne && (
            <OneByOne
              rows={rows}
              places={preview.places}
              mayRefund={mayRefund}
              onChoose={onChoose}
            />
          )}
          <NewHoldsIn rows={rows} />
          <Bags rows={rows} deciding={deciding} onChange={onChange} />
          {isMessageShown && <Message preview={preview} deciding={deciding} onChange={onChange} />}
        </section>
      )}
      {inProgress > 0 && incidentId !== null && (
        <Notice
          title={`${counted(inProgress, 'delivery is', 'deliveries are')} decided on already`}
        >
          <Link
            to={paths.admin({ tab: 'close', incident: incidentId })}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            See how far it is
          </Link>
        </Notice>
      )}
      {paying > 0 && (
        <Notice tone="warning">
          <p>
            {paying === 1 ? '1 person is paying' : `${paying} people are paying`} right now. What
            they pay for is still booked, and is listed on Today.
          </p>
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice title={`Left out: ${leftOut.length}`}>
          <ul>
            {leftOut.map(({ id, customer, status }) => (
              <li key={id}>
                {customer}: {DELIVERY_STATUS_LABELS[status].toLowerCase()}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

type PartProps = Pick<BookedThereProps, 'deciding' | 'onChange'>;

function Bags({ rows, deciding, onChange }: PartProps & { rows: readonly ClosureRow[] }) {
  const cooked = rows.filter(({ status, choice }) => status !== 'planned' && choice === 'move');
  if (cooked.length === 0) return null;
  return <BagChoice rows={cooked} sameBag={deciding.sameBag} onChange={onChange} />;
}

function Message({ preview, deciding, onChange }: PartProps & { preview: ClosureReply }) {
  const { cause, notify } = deciding;
  return (
    <section aria-label="What customers read" className="grid gap-3">
      <TextField
        label="Because of"
        optional
        hint="Customers read it: “Because of the storm …”"
        value={cause}
        maxLength={LONGEST_CAUSE}
        onChange={(event) => onChange({ cause: event.target.value })}
      />
      <CheckChip checked={notify} onToggle={() => onChange({ notify: !notify })}>
        Tell the customers
      </CheckChip>
      {preview.examples.map(({ kind, customer, subject, email, text }) => (
        <div key={kind} className="grid gap-2">
          <h3 className="text-base font-semibold">What {customer} reads</h3>
          {text !== null && (
            <p className="max-w-md rounded-2xl rounded-bl-sm bg-primary-soft px-4 py-3 wrap-anywhere">
              {text}
            </p>
          )}
          <div className="grid gap-2 rounded-2xl border border-line px-4 py-3 wrap-anywhere">
            <p className="font-serif text-lg">{subject}</p>
            <p className="whitespace-pre-line">{email}</p>
          </div>
        </div>
      ))}
    </section>
  );
}

type OneByOneProps = {
  rows: readonly ClosureRow[];
  places: ClosureReply['places'];
  mayRefund: boolean;
  onChoose: (id: number, value: string) => void;
};

function OneByOne({ rows, places, mayRefund, onChoose }: OneByOneProps) {
  const isOneSlot = new Set(rows.map(({ date, window }) => `${date} ${window}`)).size === 1;
  return (
    <ul aria-label="Deliveries" className="[&>li:first-child]:border-t-0">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid items-center gap-x-4 gap-y-2 border-t border-line py-2 sm:grid-cols-[minmax(0,1fr)_16rem]"
        >
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              {row.stop !== null && <span className="tabular-nums">{row.stop} </span>}
              {row.customer}
            </p>
            <p className="text-sm text-ink-soft">{bookedText(row, isOneSlot)}</p>
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

function bookedText(row: ClosureRow, isOneSlot: boolean): string {
  const { orderNumber, date, window, status, isKept, joins, amount, choice } = row;
  return [
    ...(isOneSlot ? [] : [`${formatDayAndMonth(date)} ${windowLabel(window)}`]),
    DELIVERY_STATUS_LABELS[status],
    orderNumber,
    ...(isKept ? ['same bag, kept cold'] : []),
    ...(joins ? ['joins the delivery they get then'] : []),
    ...(choice === 'refund' ? [`$${amount} back`] : []),
  ].join(' · ');
}

/** A sentence each for places, money, what stays, what can't be done, and messages. */
function whatHappens({ rows, places, amount, told }: ClosureReply): string[] {
  const done = rows.filter(({ ok }) => ok);
  const countOf = (choice: IncidentChoice) => done.filter((row) => row.choice === choice).length;
  const moved = places.flatMap(({ date, window, free, taken }) => {
    const count = done.filter(
      ({ choice, to }) => choice === 'move' && to?.date === date && to.window === window,
    ).length;
    const name = windowName({ date, window });
    return count > 0
      ? [
          `${count} to ${name}. ${counted(Math.max(0, free - taken), 'place stays', 'places stay')} free.`,
        ]
      : [];
  });
  const [refunds, leaves, refused] = [
    countOf('refund'),
    countOf('leave'),
    rows.length - done.length,
  ];
  return [
    ...moved,
    ...(refunds > 0
      ? [
          `${moved.length > 0 ? `${refunds} ${refunds === 1 ? 'finds' : 'find'} no place: cancelled and refunded` : `${counted(refunds, 'delivery', 'deliveries')} cancelled and refunded`}, $${amount}.`,
        ]
      : []),
    ...(leaves > 0
      ? [`${leaves} ${leaves === 1 ? 'stays' : 'stay'} as booked: still cooked and driven.`]
      : []),
    ...(refused > 0 ? [`${refused} can’t be done as chosen: see one by one.`] : []),
    told.emails === 0
      ? 'Nobody is told.'
      : `${counted(told.emails, 'email', 'emails')} and ${counted(told.texts, 'text', 'texts')}. Nobody is told until you press the button.`,
  ];
}

type Target = ClosureReply['rows'][number]['to'];
type Place = ClosureReply['places'][number];

type ChoiceFieldProps = {
  label: string;
  choice: IncidentChoice;
  to: Target;
  places: readonly Place[];
  mayRefund: boolean;
  onChoose: (value: string) => void;
};

export function ChoiceField({ label, choice, to, places, mayRefund, onChoose }: ChoiceFieldProps) {
  const value = choice === 'move' && to ? `${to.date} ${to.window}` : choice;
  return (
    <select
      aria-label={`What happens to ${label}`}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={classNames(CONTROL_CLASS, 'min-w-0')}
    >
      {places.map((place) => (
        <option key={`${place.date} ${place.window}`} value={`${place.date} ${place.window}`}>
          {`To ${windowName(place)} (${placesText(place)})`}
        </option>
      ))}
      {(mayRefund || choice === 'refund') && <option value="refund">Refund</option>}
      <option value="leave">Leave as it is</option>
    </select>
  );
}

function placesText({ free, taken }: Place): string {
  const left = Math.max(0, free - taken);
  return `${left} left`;
}

export function toChoice(id: number, value: string): IncidentChoiceBody {
  const [date = '', text = ''] = value.split(' ');
  const window = parseDeliveryWindow(text);
  if (window) return { id, choice: 'move', date, window };
  return { id, choice: value === 'refund' ? 'refund' : 'leave' };
}
