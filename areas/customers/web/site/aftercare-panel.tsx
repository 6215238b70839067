import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { aftercareQuery } from './aftercare-queries.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import {
  type TrackedProblemReply,
  type AftercareReply,
  type RatedMealReply,
  rateMeals,
} from '#areas/customers/calls/aftercare.ts';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useState, type FormEvent, useEffect, useRef, useId } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ProblemForm } from '#areas/customers/web/site/problem-form.tsx';
import { LONGEST_RATING_COMMENT, STARS } from '#areas/customers/rules/meal-ratings.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { noteStars } from '#areas/checkout/web/site/kept-households.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { call } from '#platform/web/api/client.ts';
import type { z } from 'zod';

export function AftercarePanel({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(aftercareQuery(token));
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load ratings and problems"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading ratings and problems</span>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  const hasRatings = data.meals.some(({ isAsked, stars }) => isAsked || stars !== null);
  return (
    <>
      <OwnProblems problems={data.problems} />
      {hasRatings && <RateMeals meals={data.meals} token={token} />}
      {data.items.length > 0 && <ReportProblem items={data.items} token={token} />}
    </>
  );
}

function OwnProblems({ problems }: { problems: readonly TrackedProblemReply[] }) {
  return (
    <ResultPlace result={problems.length} className="grid gap-3 empty:hidden">
      {problems.map((problem) => (
        <OwnProblem key={problem.id} problem={problem} />
      ))}
    </ResultPlace>
  );
}

function OwnProblem({ problem }: { problem: TrackedProblemReply }) {
  const formatInstant = useFormatInstant();
  const { kind, text, mealNames, createdAt, dueAt, decided } = problem;
  return (
    <Notice
      tone={decided ? 'success' : 'warning'}
      announce="polite"
      title={decided ? titleOf(decided) : 'We’re looking into it'}
    >
      <p>
        You told us on {formatInstant(createdAt)}: {PROBLEM_KIND_LABELS[kind].toLowerCase()} (
        {mealNames.join(', ')}).
        {text !== '' && <q className="ml-1 wrap-anywhere whitespace-pre-line">{text}</q>}
      </p>
      {!decided && <p>You’ll hear from us by {formatInstant(dueAt)}.</p>}
      {decided?.decision === 'refund' && (
        <p>
          {decided.refundState === 'succeeded'
            ? 'The money is on its way to your card. Banks take 5-10 business days.'
            : 'We’ve asked our card provider to send it to your card.'}
        </p>
      )}
      {decided?.decision === 'new_delivery' && decided.date && decided.window && (
        <p>
          {formatDate(decided.date)}, {windowLabel(decided.window)}, without charge.
        </p>
      )}
      {decided && decided.answer !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">{decided.answer}</p>
      )}
    </Notice>
  );
}

function titleOf({ decision, refund }: NonNullable<TrackedProblemReply['decided']>): string {
  if (decision === 'refund') return `We’re refunding $${refund ?? '0.00'}`;
  return decision === 'new_delivery' ? 'We’re bringing it again' : 'Our answer';
}

function ReportProblem({ items, token }: { items: AftercareReply['items']; token: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="section">
      <ResultPlace
        result={isOpen ? 'asked' : 'not asked'}
        className="grid justify-items-start gap-3"
      >
        <h2 className="text-xl">Something was wrong?</h2>
        {isOpen ? (
          <ProblemForm items={items} token={token} onDone={() => setOpen(false)} />
        ) : (
          <>
            <p>Tell us what and we’ll refund it, bring it again or explain it.</p>
            <Button variant="secondary" onClick={() => setOpen(true)}>
              Something was wrong
            </Button>
          </>
        )}
      </ResultPlace>
    </Card>
  );
}

type RateMealsProps = { meals: readonly RatedMealReply[]; token: string };
type Draft = { stars: number | null; comment: string; mayShow: boolean };

/** Stars and words for each meal that was delivered. What is not touched is not sent. */
function RateMeals({ meals, token }: RateMealsProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({});
  const ref = useRef<HTMLDivElement>(null);
  // The email's link ends in #ratings, and this is loaded after the page.
  useEffect(() => {
    if (location.hash === '#ratings') ref.current?.scrollIntoView();
  }, []);
  const sending = useChange(
    async (body: z.input<typeof rateMeals.body>) => {
      await call(rateMeals, { params: { token }, body });
      noteStars(token, body.ratings);
      return 'sent' as const;
    },
    { refresh: [aftercareQuery(token)], onDone: () => setDrafts({}) },
  );
  const draftOf = (meal: RatedMealReply): Draft =>
    drafts[meal.mealId] ?? {
      stars: meal.stars,
      comment: meal.comment,
      mayShow: meal.mayShow,
    };
  const changed = meals.flatMap((meal) => {
    const draft = drafts[meal.mealId];
    return draft && draft.stars !== null
      ? [{ mealId: meal.mealId, ...draft, stars: draft.stars }]
      : [];
  });

  const isSent = sending.result !== null && sending.result !== undefined && changed.length === 0;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (changed.length > 0) sending.run({ ratings: changed });
  }
  return (
    <Card as="section" ref={ref} id="ratings" className="scroll-mt-24">
      <form onSubmit={handleSubmit} className="grid gap-5">
        <h2 className="text-xl">How were your meals?</h2>
        <ul className="grid gap-5">
          {meals.map((meal) => {
            const draft = draftOf(meal);
            const change = (part: Partial<Draft>) =>
              setDrafts((before) => ({ ...before, [meal.mealId]: { ...draft, ...part } }));
            return (
              <li key={meal.mealId} className="grid gap-2">
                <StarField
                  legend={meal.mealName}
                  value={draft.stars}
                  onChange={(stars) => change({ stars })}
                />
                {draft.stars !== null && (
                  <>
                    <TextAreaField
                      label={`What was good, or wasn’t, about ${meal.mealName}`}
                      optional
                      rows={2}
                      maxLength={LONGEST_RATING_COMMENT}
                      value={draft.comment}
                      onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
                    />
                    <label className="flex min-h-11 items-center gap-3">
                      <input
                        type="checkbox"
                        className="size-6 shrink-0"
                        checked={draft.mayShow}
                        onChange={({ currentTarget }) => change({ mayShow: currentTarget.checked })}
                      />
                      <span className="text-sm">You may show my words with my first name</span>
                    </label>
                  </>
                )}
              </li>
            );
          })}
        </ul>
        <p className="text-sm text-ink-soft">
          The menu shows average stars from ten ratings on. Only our staff read your words, unless
          you tick the box; untick it and send again, and nobody else reads them any more.
        </p>
        <FailureNotice failure={sending.failure} />
        <div className="flex flex-wrap items-center gap-4">
          <Button
            type="submit"
            disabled={changed.length === 0}
            busy={sending.isBusy}
            busyLabel="Sending…"
          >
            Send ratings
          </Button>
          <ResultPlace result={isSent}>
            <p role="status">{isSent && 'Thank you. We’ve got it.'}</p>
          </ResultPlace>
        </div>
      </form>
    </Card>
  );
}

const VALUES = Array.from({ length: STARS.max }, (_, index) => index + STARS.min);

type StarFieldProps = { legend: string; value: number | null; onChange: (stars: number) => void };

/** A radio group that looks like stars: each is as large as a fingertip. */
function StarField({ legend, value, onChange }: StarFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {/* Each stands in the middle of its target: the first begins where the words above do. */}
      <div className="-ml-2.5 flex">
        {VALUES.map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 place-items-center rounded-full text-3xl leading-none has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <span className="sr-only">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <span
              aria-hidden="true"
              className={classNames(
                value !== null && stars <= value ? 'text-primary' : 'text-control',
              )}
            >
              {value !== null && stars <= value ? '★' : '☆'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
