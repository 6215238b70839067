import { useState } from 'react';
import { type DeliveryReply, LONGEST_REPORT_TEXT } from '#areas/orders/calls/deliveries.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type Ending, progressText } from '#areas/delivery/rules/driver-reports.ts';
import {
  MISSED_REASONS,
  DELIVERY_STATUS_LABELS,
  REPORTED_STATUSES,
  type ReportedStatus,
} from '#areas/order-book/rules/delivery.ts';
import { readTime, showTime } from '#areas/places/web/portal/settings/typed-values.ts';
import { useKitchenTime } from '#areas/order-book/web/ordering-queries.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import type { Failure } from '#platform/web/api/failure.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { byWindow, isStillOpen } from './describe-deliveries.ts';
import { EndedBeforeFields, NO_TIME_KNOWN, type Sent } from './report-deliveries.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

/** 'delivered', a reason why not, other words for it, or no ending yet. */
type Choice = string;

const DELIVERED = 'delivered';
const OPEN = 'open';
const OTHER = 'other';

const ROW = 'grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-x-3';

type EndDialogProps = {
  deliveries: readonly DeliveryReply[];
  status: Ending;
  /** Why the last attempt did not end them, by delivery. */
  refused: ReadonlyMap<number, string>;
  change: { isBusy: boolean; failure: Failure | null };
  onEnd: (sent: Sent) => void;
  onClose: () => void;
};

export function EndDialog({ deliveries, status, refused, change, onEnd, onClose }: EndDialogProps) {
  const { isBusy } = change;
  const now = useKitchenTime();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [times, setTimes] = useState<ReadonlyMap<number, number>>(new Map());
  const [words, setWords] = useState('');
  const [ended, setEnded] = useState(NO_TIME_KNOWN);
  const open = deliveries.filter(isStillOpen);
  if (now === null || open.length === 0) return null;
  const choiceOf = (delivery: DeliveryReply) =>
    chosen.get(delivery.id) ?? beginning(delivery, { status, now, refused });
  const rows = open
    .map((delivery) => ({ delivery, choice: choiceOf(delivery) }))
    .filter(({ choice }) => choice !== OPEN);
  const isPast = open.some(({ date }) => date < now.date);
  const hasOther = rows.some(({ choice }) => choice === OTHER);
  const endings = rows.map(({ delivery, choice }) => ({
    delivery,
    ...(isPast && timeIn(times, delivery)),
    status: choice === DELIVERED ? ('delivered' as const) : ('missed' as const),
    reason: choice === DELIVERED ? '' : choice === OTHER ? words : choice,
  }));
  const send = (which: typeof endings) =>
    onEnd({
      status,
      deliveries: which.map(({ delivery, ...own }) => ({ ...delivery, ended: own })),
      ...(isPast && { ended }),
    });
  const choose = (of: readonly DeliveryReply[], choice: Choice) =>
    setChosen((before) => new Map([...before, ...of.map(({ id }) => [id, choice] as const)]));
  return (
    <ActionDialog
      title={titleOf(open)}
      act={`End ${endings.length}`}
      change={change}
      isReady={endings.length > 0 && (!hasOther || words.trim() !== '')}
      go={() => send(endings)}
      onClose={onClose}
    >
      {byWindow(open).map(({ window, deliveries: ofWindow }) => (
        <section key={window} aria-label={windowLabel(window)} className="grid gap-1">
          <div className={ROW}>
            <p className="text-sm text-ink-soft">
              <strong className="text-ink">{windowLabel(window)}</strong>{' '}
              {progressText(ofWindow.map((delivery) => delivery.status))}
            </p>
            {ofWindow.length > 1 && (
              <EndingField
                label={`All of ${windowLabel(window)}`}
                value=""
                hint="All…"
                onChange={(choice) => choose(ofWindow, choice)}
              />
            )}
          </div>
          <ul className="border-b border-line">
            {ofWindow.map((delivery) => {
              const why = refused.get(delivery.id);
              const ending = endings.find((one) => one.delivery === delivery);
              return (
                <li key={delivery.id} className={`${ROW} border-t border-line py-1`}>
                  <span className="flex flex-wrap items-center justify-between gap-x-3 wrap-anywhere">
                    <span>
                      <span className="tabular-nums">{delivery.stop}</span>{' '}
                      {delivery.customer.firstName} {delivery.customer.lastName}
                    </span>
                    {isPast && ending && (
                      <TimeField
                        stop={delivery.stop}
                        minute={times.get(delivery.id)}
                        onChange={(typed) =>
                          setTimes((before) => withTime(before, delivery.id, typed))
                        }
                      />
                    )}
                  </span>
                  <EndingField
                    label={`Ending of stop ${delivery.stop}, ${delivery.customer.firstName} ${delivery.customer.lastName}`}
                    value={choiceOf(delivery)}
                    onChange={(choice) => choose([delivery], choice)}
                  />
                  {why !== undefined && (
                    <p className="col-span-2 flex flex-wrap items-center gap-2 pb-1 text-sm font-semibold text-danger">
                      {why}
                      {ending && (
                        <Button
                          variant="secondary"
                          size="small"
                          disabled={isBusy}
                          aria-label={`End this one: stop ${delivery.stop}`}
                          onClick={() => send([ending])}
                        >
                          End this one
                        </Button>
                      )}
                    </p>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {hasOther && (
        <TextField
          label="What happened?"
          hint="The customer reads this"
          value={words}
          maxLength={LONGEST_REPORT_TEXT}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {isPast && endings.length > 0 && (
        <EndedBeforeFields ended={endings} value={ended} onChange={setEnded} />
      )}
    </ActionDialog>
  );
}

type TimeFieldProps = {
  stop: number | null;
  minute: number | undefined;
  onChange: (typed: string) => void;
};

function TimeField({ stop, minute = Number.NaN, onChange }: TimeFieldProps) {
  return (
    <input
      type="time"
      aria-label={`Time of stop ${stop}, if known`}
      value={showTime(minute)}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-9 rounded-lg border border-control bg-surface px-2 text-sm tabular-nums pointer-coarse:min-h-11"
    />
  );
}

function timeIn(times: ReadonlyMap<number, number>, { id }: DeliveryReply) {
  const minuteOfDay = times.get(id);
  return minuteOfDay === undefined ? {} : { minuteOfDay };
}

/** Empty: at the time of all. */
function withTime(times: ReadonlyMap<number, number>, id: number, typed: string) {
  const next = new Map(times);
  const minute = readTime(typed);
  if (Number.isNaN(minute)) next.delete(id);
  else next.set(id, minute);
  return next;
}

type EndingFieldProps = {
  label: string;
  value: Choice;
  /** Shown while nothing is chosen. */
  hint?: string;
  onChange: (choice: Choice) => void;
};

function EndingField({ label, value, hint, onChange }: EndingFieldProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={classNames(CONTROL_CLASS, 'min-h-11 min-w-0 py-1')}
    >
      {hint !== undefined && (
        <option value="" disabled>
          {hint}
        </option>
      )}
      <option value={DELIVERED}>Delivered</option>
      {MISSED_REASONS.map((reason) => (
        <option key={reason} value={reason}>{`Not delivered: ${reason.toLowerCase()}`}</option>
      ))}
      <option value={OTHER}>Not delivered: another reason</option>
      <option value={OPEN}>No ending yet</option>
    </select>
  );
}

/** For today, what is not over yet has no ending; what was refused is ended by itself. */
function beginning(
  { id, date, timeSlot }: DeliveryReply,
  { status, now, refused }: Pick<EndDialogProps, 'status' | 'refused'> & { now: WallTime },
): Choice {
  const isAhead = date === now.date && now.minuteOfDay < minutesOf(timeSlot).endMinute;
  if (refused.has(id)) return DELIVERED;
  if (status === 'missed') return MISSED_REASONS[0];
  return isAhead ? OPEN : DELIVERED;
}

function titleOf(open: readonly DeliveryReply[]): string {
  const [first] = open;
  if (!first) return '';
  if (open.length > 1) return `${formatDate(first.date)}: ${open.length} deliveries have no ending`;
  const { firstName, lastName } = first.customer;
  return `How did ${firstName} ${lastName}’s delivery end?`;
}

type CorrectEndingDialogProps = {
  delivery: DeliveryReply;
  today: PlainDate | null;
  isBusy: boolean;
  onCorrect: (sent: Sent) => void;
  onClose: () => void;
};

export function CorrectEndingDialog({
  delivery,
  today,
  isBusy,
  onCorrect,
  onClose,
}: CorrectEndingDialogProps) {
  const { status: was } = delivery;
  const [status, setStatus] = useState<ReportedStatus>('out');
  const [reason, setReason] = useState('');
  const [place, setPlace] = useState('');
  const [ended, setEnded] = useState(NO_TIME_KNOWN);
  const ending = status === 'delivered' || status === 'missed' ? status : null;
  // What is told of a day that has passed is asked for; left somewhere else keeps its time.
  const isPast = ending !== null && ending !== was && today !== null && delivery.date < today;
  const isElsewhere = status === 'delivered' && was === 'delivered';
  const isMissing = reason.trim() === '' || (isElsewhere && place.trim() === '');
  return (
    <ActionDialog
      title="What happened?"
      act="Correct it"
      keep="Back"
      change={{ isBusy: isBusy }}
      isReady={!isMissing}
      go={() =>
        onCorrect({
          deliveries: [delivery],
          status,
          reason,
          ...(status === 'delivered' && { place }),
          ...(isPast && { ended }),
        })
      }
      onClose={onClose}
    >
      <SelectField
        label="This delivery is"
        value={status}
        onChange={({ target }) => {
          setStatus(REPORTED_STATUSES.find((one) => one === target.value) ?? status);
          setReason('');
        }}
      >
        {REPORTED_STATUSES.filter((one) => one !== 'missed' || was !== 'missed').map((one) => (
          <option key={one} value={one}>
            {one === was ? 'Delivered, left somewhere else' : DELIVERY_STATUS_LABELS[one]}
          </option>
        ))}
      </SelectField>
      {status === 'delivered' && (
        <TextField
          label={isElsewhere ? 'Where was it left?' : 'Where was it left? (optional)'}
          hint="The customer reads this"
          value={place}
          maxLength={LONGEST_REPORT_TEXT}
          onChange={({ target }) => setPlace(target.value)}
        />
      )}
      {status === 'missed' ? (
        <SelectField
          label="Reason"
          hint="The customer reads this"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        >
          <option value="">Choose…</option>
          {MISSED_REASONS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label="Why it was wrong"
          hint="Kept in its history"
          value={reason}
          maxLength={LONGEST_REPORT_TEXT}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {isPast && (
        <EndedBeforeFields
          ended={[{ delivery, status: ending }]}
          value={ended}
          onChange={setEnded}
        />
      )}
      <p className="text-sm text-ink-soft">
        Customers who got the wrong message are told that it was wrong.
      </p>
    </ActionDialog>
  );
}
