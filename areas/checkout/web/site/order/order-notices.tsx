import { lazy, Suspense } from 'react';
import { addDays, formatDayAndMonth, formatDays } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { cutoffOf } from '#areas/business/rules/ordering-week.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { focusPageHeading, ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

// Few order again: nobody else loads how that is said.
const LaidAgainNotice = lazy(async () => ({
  default: (await import('#areas/checkout/web/site/laid-again-notice.tsx')).LaidAgainNotice,
}));

const NeedsAddedNotice = lazy(async () => ({
  default: (await import('./needs-added-notice.tsx')).NeedsAddedNotice,
}));

/** What the wizard has changed automatically, until the customer dismisses it. */
export function OrderNotices() {
  const { notices, undo, dispatch, facts, goTo } = useOrder();
  const [search] = useSearchParams();
  const leadsToMeals = ({ kind }: OrderNotice) =>
    kind === 'week-moved' && search.get('step') !== '2';
  const latest = notices.at(-1);
  return (
    <ResultPlace result={latest} className="grid gap-3 empty:hidden">
      {notices.map((notice) => (
        <Notice
          key={notice.kind}
          tone={isGood(notice) ? 'info' : 'warning'}
          title={titleOf(notice, facts)}
          announce="polite"
        >
          <NoticeText notice={notice} />
          <div className="flex flex-wrap gap-2">
            {undo?.notice === notice && (
              <Button
                size="small"
                onClick={() => {
                  dispatch({ type: 'undone' });
                  focusPageHeading();
                }}
              >
                Undo
              </Button>
            )}
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                dispatch({ type: 'notice read', notice });
                if (leadsToMeals(notice)) goTo(2);
                else focusPageHeading();
              }}
            >
              {leadsToMeals(notice) ? 'Look at them' : 'Got it'}
            </Button>
          </div>
        </Notice>
      ))}
    </ResultPlace>
  );
}

/** "Ordering for 1-7 Dec closed at 5pm". */
function movedTitle(
  { weekStart, from }: Extract<OrderNotice, { kind: 'week-moved' }>,
  facts: BusinessFacts,
): string {
  const closed = from ?? addDays(weekStart, -7);
  const { minuteOfDay } = wallTimeAt(cutoffOf(closed, facts), facts.timeZone);
  return `Ordering for ${formatDays(closed, addDays(closed, 6))} closed at ${formatMinuteOfDay(minuteOfDay)}`;
}

function isGood(notice: OrderNotice): boolean {
  return (
    notice.kind === 'plan-taken' || (notice.kind === 'laid-again' && notice.meals.length === 0)
  );
}

function titleOf(notice: OrderNotice, facts: BusinessFacts): string {
  switch (notice.kind) {
    case 'week-moved':
      return movedTitle(notice, facts);
    case 'meals-dropped':
      return notice.meals.length === 1
        ? 'One of your meals is no longer available'
        : 'Some of your meals are no longer available';
    case 'meals-clash':
      return notice.meals.length === 1
        ? 'One meal came off because of an allergy'
        : `${notice.meals.length} meals came off because of an allergy`;
    case 'laid-again':
      return notice.meals.length === 0
        ? 'Your meals are laid again'
        : 'Your meals are laid again, except these';
    case 'needs-added':
      return 'We added what you told us before';
    case 'plan-taken':
      return `${notice.personName} now has your ${notice.calorieTarget} Cal plan`;
  }
}

function NoticeText({ notice }: { notice: OrderNotice }) {
  switch (notice.kind) {
    case 'week-moved':
      return (
        <p>
          Your meals are now on {formatDays(notice.weekStart, notice.weekEnd)}, on the same
          weekdays.
        </p>
      );
    case 'meals-dropped':
      return (
        <>
          <p>We removed these from your order. Choose something else if you like:</p>
          <ul className="list-disc pl-5">
            {notice.meals.map((meal) => (
              <li key={`${meal.personName}${meal.date}${meal.mealType}`}>
                {meal.name} ({meal.personName}, {formatDayAndMonth(meal.date)}, {meal.mealType})
              </li>
            ))}
          </ul>
        </>
      );
    case 'meals-clash':
      return (
        <ul className="list-disc pl-5">
          {notice.meals.map((meal, index) => (
            <li key={index}>
              {meal.name} ({meal.personName}, {formatDayAndMonth(meal.date)}, {meal.mealType}):{' '}
              {meal.why}
            </li>
          ))}
        </ul>
      );
    case 'laid-again':
      return (
        <Suspense>
          <LaidAgainNotice notice={notice} />
        </Suspense>
      );
    case 'needs-added':
      return (
        <Suspense>
          <NeedsAddedNotice notice={notice} />
        </Suspense>
      );
    case 'plan-taken':
      return <p>It comes from the calorie calculator. You can change it in step 1.</p>;
  }
}
