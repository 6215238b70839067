import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { formatDayAndMonth, formatLongDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { sendAskForBell } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { deliveriesOf, type WeekDays } from './deliveries.ts';
import { useOrder } from './order-context.tsx';

const slotKey = ({ date, window }: SlotKey) => `${date} ${window}`;

/** For anyone who wants a time that is full: one email when a place comes free. */
export function AskForBell() {
  const { draft, facts, week } = useOrder();
  const [isOpen, setIsOpen] = useState(false);
  const full = fullWindowsOf(week);
  if (full.length === 0) return null;
  const deliveries = deliveriesOf(draft, facts);
  const nearest =
    full.find((slot) => deliveries.some((delivery) => slotKey(delivery) === slotKey(slot))) ??
    full.find((slot) => deliveries.some(({ date }) => date === slot.date));
  if (isOpen) return <AskForm full={full} first={nearest ?? full[0] ?? null} />;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-ink-soft">Is the time you’d like full?</p>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Tell me when a place comes free
      </Button>
    </div>
  );
}

function AskForm({ full, first }: { full: readonly SlotKey[]; first: SlotKey | null }) {
  const { draft, facts, week } = useOrder();
  const [key, setKey] = useState(first ? slotKey(first) : '');
  const [email, setEmail] = useState(draft.customer.email);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const asking = useMutation({ mutationFn: sendAskForBell });
  const slot = full.find((one) => slotKey(one) === key) ?? first;
  const nameOf = ({ date, window }: SlotKey) =>
    `${formatDayAndMonth(date)}, ${windowWithName(facts, window)}`;
  const error = problem ?? fieldErrorsOf(asking.error)['email'] ?? null;

  useEffect(() => field.current?.focus(), []);

  function send(event: SubmitEvent) {
    event.preventDefault();
    const isRight = isEmailAddress(email);
    setProblem(isRight ? null : EMAIL_MESSAGE);
    if (!isRight) field.current?.focus();
    else if (slot && !asking.isPending)
      asking.mutate({
        date: slot.date,
        window: slot.window,
        email,
        trackingToken: readPlacedOrder()?.trackingToken,
      });
  }

  const form = (
    <form
      noValidate
      onSubmit={send}
      aria-label="Tell me when a place comes free"
      className="grid gap-3 rounded-2xl border border-line p-4"
    >
      {full.length === 1 && slot ? (
        <p className="font-semibold">{nameOf(slot)} is full</p>
      ) : (
        <SelectField
          label="Which delivery?"
          value={slot ? slotKey(slot) : ''}
          onChange={(event) => setKey(event.target.value)}
        >
          {full.map((one) => (
            <option key={slotKey(one)} value={slotKey(one)}>
              {nameOf(one)}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        ref={field}
        label="Your email"
        hint="Only for this: one email if a place comes free. No news, no advertising."
        type="email"
        autoComplete="email"
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      {asking.error && !error && (
        <Notice tone="error" announce="now">
          {fieldErrorsOf(asking.error)['window'] ?? describeFailure(asking.error)} What you typed is
          still here.
        </Notice>
      )}
      <div>
        <Button type="submit" size="small" busy={asking.isPending} busyLabel="Sending…">
          Tell me
        </Button>
      </div>
    </form>
  );
  return (
    <ResultPlace result={asking.data}>
      {asking.isSuccess && slot ? (
        <BellAsked name={nameOf(slot)} email={email} {...asking.data} timeZone={week.timeZone} />
      ) : (
        form
      )}
    </ResultPlace>
  );
}

type AskedProps = {
  name: string;
  email: string;
  until: string;
  isConfirmed: boolean;
  timeZone: string;
};

export function BellAsked({ name, email, until, isConfirmed, timeZone }: AskedProps) {
  const closes = wallTimeAt(Date.parse(until), timeZone);
  const untilText = `${formatLongDate(closes.date)} at ${formatMinuteOfDay(closes.minuteOfDay)}`;
  return (
    <Notice
      tone="success"
      title={
        isConfirmed ? 'We’ll email you once if a place comes free' : 'One more step: open our email'
      }
      announce="polite"
    >
      {!isConfirmed && (
        <p>
          Confirm it by the button in the email to <strong className="break-all">{email}</strong>.
          It’s one email a day: if you asked before today, open that one again.
        </p>
      )}
      <p>
        {name}, in order of asking, until orders close on {untilText}. No place is held for you: it
        goes to whoever orders first. Your order here stays as it is, and you can still choose
        another time.
      </p>
    </Notice>
  );
}

/** Windows without a place left; those that staff have closed are not full. */
function fullWindowsOf(week: WeekDays): SlotKey[] {
  return week.days.flatMap(({ date, windows }) =>
    windows
      .filter(({ open, placesLeft }) => !open && placesLeft === 0)
      .map(({ timeSlot }) => ({ date, window: timeSlot })),
  );
}
