import { lazy, Suspense } from 'react';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
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
  const { notices, undo, dispatch } = useOrder();
  return notices.map((notice) => (
    <Notice
      key={notice.kind}
      tone={isGood(notice) ? 'info' : 'warning'}
      title={titleOf(notice)}
      announce="polite"
    >
      <NoticeText notice={notice} />
      <div className="flex flex-wrap gap-2">
        {undo?.notice === notice && (
          <Button size="small" onClick={() => dispatch({ type: 'undone' })}>
            Undo
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          onClick={() => dispatch({ type: 'notice read', notice })}
        >
          Got it
        </Button>
      </div>
    </Notice>
  ));
}

function isGood(notice: OrderNotice): boolean {
  return (
    notice.kind === 'plan-taken' || (notice.kind === 'laid-again' && notice.meals.length === 0)
  );
}

function titleOf(notice: OrderNotice): string {
  switch (notice.kind) {
    case 'week-moved':
      return 'A new week is open';
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
          Ordering for the week you started with has closed. We’ve moved your meals to the same
          weekdays from {formatDayAndMonth(notice.weekStart)} to {formatDate(notice.weekEnd)}.
          Please check that they suit you.
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
