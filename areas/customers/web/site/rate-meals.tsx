import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { type FormEvent, useEffect, useRef, useState, useId } from 'react';
import type { RatedMealReply } from '#areas/customers/calls/ratings.ts';
import { LONGEST_RATING_COMMENT, STARS } from '#areas/customers/rules/meal-ratings.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import {
  aftercareQuery,
  sendRatings,
  type SentRatings,
} from '#areas/customers/web/site/aftercare-queries.ts';
import { noteStars } from '#areas/checkout/web/site/kept-households.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';

type RateMealsProps = { meals: readonly RatedMealReply[]; token: string };
type Draft = { stars: number | null; comment: string; mayShow: boolean };

/** Stars and words for each meal that was delivered. What is not touched is not sent. */
export function RateMeals({ meals, token }: RateMealsProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({});
  const ref = useRef<HTMLDivElement>(null);
  // The email's link ends in #ratings, and this is loaded after the page.
  useEffect(() => {
    if (location.hash === '#ratings') ref.current?.scrollIntoView();
  }, []);
  const sending = useChange(
    async (body: SentRatings) => {
      await sendRatings(token, body);
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
      <div className="flex">
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
