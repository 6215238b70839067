import { ResultPlace, focusMissing } from '#platform/web/ui/feedback/result-place.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerMealChoice, type TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { call } from '#platform/web/api/client.ts';
import { trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type MealChoice = TrackedOrderReply['choices'][number];
export function MealChoices({ choices, token }: { choices: readonly MealChoice[]; token: string }) {
  return choices.map((choice) => <RanOut key={choice.id} choice={choice} token={token} />);
}

type RanOutProps = { choice: MealChoice; token: string };

/** One that ends in time, or is answered elsewhere, leaves the focus where it is. */
function RanOut({ choice, token }: RanOutProps) {
  const [isSent, setIsSent] = useState(false);
  return (
    <ResultPlace result={isSent && choice.chosen !== null}>
      {choice.chosen === null ? (
        <OpenChoice choice={choice} token={token} onSent={setIsSent} />
      ) : (
        <SettledChoice choice={choice} chosen={choice.chosen} />
      )}
    </ResultPlace>
  );
}

const REFUND = 'refund';

type OpenChoiceProps = RanOutProps & { onSent: (isSent: boolean) => void };

function OpenChoice({ choice, token, onSent }: OpenChoiceProps) {
  const { id, personName, mealName, date, timeSlot, until, options, refund } = choice;
  const { timeZone, phone } = useConfig().business;
  const [picked, setPicked] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const { queryKey } = trackedOrderQuery(token);
  const sending = useMutation({
    mutationFn: (answer: string) =>
      call(answerMealChoice, {
        params: { token, id: String(id) },
        body: { mealId: answer === REFUND ? null : Number(answer) },
      }),
    onMutate: () => onSent(true),
    onSuccess: (changed) => client.setQueryData(queryKey, changed),
    // Most likely the time was up, or they answered on another device: the refetched order says so.
    onError: async (error) => {
      if (error instanceof ApiError) await client.invalidateQueries({ queryKey });
      onSent(false);
    },
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setMissing(picked === null);
    if (picked === null) focusMissing(event.currentTarget);
    else if (!sending.isPending) sending.mutate(picked);
  }

  const [first] = options;
  return (
    <Card as="section" className="border-warning! bg-warning-soft!">
      <form onSubmit={handleSubmit} className="grid gap-4">
        <h2 className="text-2xl">
          We’ve run out of {mealName} for {formatDayAndMonth(date)}
        </h2>
        <p className="wrap-anywhere">
          Sorry! Pick another for {personName} by{' '}
          <strong>{describeUntil(Date.parse(until), timeZone)}</strong>, at no extra cost. It comes{' '}
          {windowLabel(timeSlot)} as planned. All are checked against {personName}’s allergies.
          {first && ` If we don’t hear from you: ${first.name}.`}
        </p>
        <ChoiceCards
          legend={`For ${personName}`}
          columns={1}
          value={picked}
          error={isMissing && picked === null ? 'Pick a meal or the refund' : null}
          choices={[
            ...options.map(({ mealId, name, calories, diets }) => ({
              value: String(mealId),
              label: name,
              description: [`${calories} Cal`, ...diets.map(dietText)].join(' · '),
              detail: 'No extra cost',
            })),
            { value: REFUND, ...refundWords(refund) },
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
          <a href={paths.phone(phone)} className="inline-flex min-h-11 items-center underline">
            Or call {phone}
          </a>
        </div>
      </form>
    </Card>
  );
}

/** A meal that was paid back before costs nothing to take off. */
function refundWords(refund: string | null) {
  return isPaidBack(refund)
    ? { label: 'No meal instead', description: 'It was already refunded.' }
    : {
        label: `Refund $${refund}`,
        description: 'No meal instead. Banks take 5-10 business days.',
      };
}

function isPaidBack(refund: string | null): boolean {
  return refund === null || refund === '0.00';
}

type SettledChoiceProps = { choice: MealChoice; chosen: NonNullable<MealChoice['chosen']> };

function SettledChoice({ choice, chosen }: SettledChoiceProps) {
  const { phone } = useConfig().business;
  const { mealName, date, personName } = choice;
  const who = chosen.isByUs ? 'We' : 'You';
  const forWhom = personName === '' ? '' : ` for ${personName}`;
  return (
    <Notice
      tone={chosen.isByUs ? 'info' : 'success'}
      announce="polite"
      title={
        chosen.mealName === null
          ? `${who} chose ${isPaidBack(chosen.refund) ? 'no meal instead' : `the refund of $${chosen.refund}`}`
          : `${who} chose ${chosen.mealName}${forWhom}`
      }
    >
      <p>
        We ran out of {mealName} for {formatDayAndMonth(date)}
        {chosen.isByUs && ', and the time to pick another was up'}. {whatComes(chosen)} Doesn’t
        suit? Call us on{' '}
        <a href={paths.phone(phone)} className="font-semibold underline">
          {phone}
        </a>
        .
      </p>
    </Notice>
  );
}

function whatComes({ mealName, refund }: SettledChoiceProps['chosen']): string {
  if (mealName !== null) return 'It comes at no extra cost.';
  return isPaidBack(refund) ? 'It was already refunded.' : 'The money is on its way to your card.';
}

/** "8pm Tue 13 Jan". */
function describeUntil(until: number, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(until, timeZone);
  return `${formatMinuteOfDay(minuteOfDay)} ${formatDayAndMonth(date)}`;
}
