import { ResultPlace, focusMissing } from '#platform/web/ui/feedback/result-place.tsx';
import type { z } from 'zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MissedReply } from '#areas/order-book/calls/prepared-order.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowLabel, parseDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { call } from '#platform/web/api/client.ts';
import { chooseAfterMissed } from '#areas/order-book/calls/orders.ts';
import { trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type ChooseAfterMissedProps = {
  missed: MissedReply;
  /** For the delivery that we could not leave. */
  date: string;
  token: string;
};

/** What happens with meals that we could not leave: the customer chooses until the evening. */
export function ChooseAfterMissed(props: ChooseAfterMissedProps) {
  const { missed } = props;
  return (
    <ResultPlace result={missed.chosen !== null}>
      {missed.chosen ? (
        <Chosen missed={missed} chosen={missed.chosen} />
      ) : missed.isOver ? (
        <Over />
      ) : (
        <OpenMissed {...props} />
      )}
    </ResultPlace>
  );
}

function OpenMissed({ missed, date, token }: ChooseAfterMissedProps) {
  const { id, until, windows, mayComeAgain, refund } = missed;
  const { timeZone } = useConfig().business;
  const [picked, setPicked] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const { queryKey } = trackedOrderQuery(token);
  const sending = useMutation({
    mutationFn: (answer: string) =>
      call(chooseAfterMissed, { params: { token, id: String(id) }, body: toAnswer(answer) }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    // The window may be full by now, or staff chose meanwhile: the refetched order says so.
    onError: (error) => {
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey });
    },
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setMissing(picked === null);
    if (picked === null) focusMissing(event.currentTarget);
    else if (!sending.isPending) sending.mutate(picked);
  }
  const hasOffer = windows.length > 0 || refund !== null;
  return (
    <Card as="section" className="border-warning! bg-warning-soft!">
      <form onSubmit={handleSubmit} className="grid gap-4">
        <h2 className="text-2xl">We missed you on {formatDayAndMonth(date)}</h2>
        <p>
          {hasOffer ? 'Choose what happens with your meals by ' : 'We’ll call you by '}
          <strong>{untilText(until, timeZone)}</strong>.
          {hasOffer && ' If we don’t hear from you, we’ll call you.'}
        </p>
        {mayComeAgain && windows.length === 0 && (
          <p>All of our next windows are full by now. We’ll find one with you on the phone.</p>
        )}
        <ChoiceCards
          legend="What happens next"
          columns={1}
          value={picked}
          error={isMissing && picked === null ? 'Choose one' : null}
          choices={[
            ...windows.map((window) => ({
              value: `${window.date} ${window.timeSlot}`,
              label: `Bring them ${formatDate(window.date)}, ${windowLabel(window.timeSlot)}`,
              detail: 'No extra cost',
            })),
            ...(refund === null
              ? []
              : [
                  {
                    value: 'refund',
                    label: `Refund $${refund}`,
                    description: 'No meals. Banks take 5-10 business days.',
                  },
                ]),
            {
              value: 'call',
              label: 'Please call me',
              description: 'We’ll call the phone number on your order.',
            },
          ]}
          onChange={setPicked}
        />
        {sending.error && (
          <Notice tone="error" announce="now">
            <p>{describeFailure(sending.error)}</p>
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={sending.isPending} busyLabel="Sending…">
            Send my choice
          </Button>
          <CallUs words="Or call" />
        </div>
      </form>
    </Card>
  );
}

function Chosen({
  missed,
  chosen,
}: {
  missed: MissedReply;
  chosen: NonNullable<MissedReply['chosen']>;
}) {
  const { choice, date, timeSlot, refund } = chosen;
  const title =
    choice === 'again' && date && timeSlot
      ? `You chose ${formatDate(date)}, ${windowLabel(timeSlot)}`
      : choice === 'refund'
        ? `You chose your money back: $${refund ?? '0.00'}`
        : 'You asked us to call you';
  return (
    <Notice tone="success" announce="polite" title={title}>
      <p>
        {choice === 'again' && 'We’ll bring your meals then, at no extra cost.'}
        {choice === 'refund' && 'The money is on its way to your card.'}
        {choice === 'call' && (missed.isOver ? 'We’ll call you.' : 'We’ll call you soon.')} Doesn’t
        suit? <CallUs words="Call us:" />
      </p>
    </Notice>
  );
}

function Over() {
  return (
    <Notice tone="info" title="We’ll call you about what happens next">
      <p>
        You can call us, too: <CallUs words="" />
      </p>
    </Notice>
  );
}

function CallUs({ words }: { words: string }) {
  const { phone } = useConfig().business;
  return (
    <a href={paths.phone(phone)} className="inline-flex min-h-11 items-center underline">
      {`${words} ${phone}`.trim()}
    </a>
  );
}

function toAnswer(value: string): z.input<typeof chooseAfterMissed.body> {
  const [date = '', window = ''] = value.split(' ');
  const deliveryWindow = parseDeliveryWindow(window);
  if (deliveryWindow) return { choice: 'again', date, window: deliveryWindow };
  return { choice: value === 'refund' ? 'refund' : 'call' };
}

/** "8pm Tue 13 Jan". */
function untilText(until: string, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(Date.parse(until), timeZone);
  return `${formatMinuteOfDay(minuteOfDay)} ${formatDayAndMonth(date)}`;
}
