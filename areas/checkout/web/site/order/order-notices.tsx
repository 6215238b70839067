import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { lazy, Suspense, useState, useEffect } from 'react';
import {
  addDays,
  formatDayAndMonth,
  formatDays,
  formatDate,
  formatLongDate,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { cutoffOf } from '#areas/business/rules/ordering-week.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { focusPageHeading, ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { useIsOnline, useWhenBackOnline } from '#platform/web/navigation/use-is-online.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import {
  byImportance,
  NOTICES_ID,
  type WizardNotice,
  wouldNotKeep,
} from '#areas/checkout/web/site/order/notices.ts';
import {
  announcedMinutes,
  lastHourText,
  minutesToCutoff,
} from '#areas/checkout/rules/order-reminder.ts';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import { serverNow } from '#platform/web/api/server-time.ts';
import { formatZone } from '#areas/business/rules/service-text.ts';

const NoticesDialog = lazy(async () => ({
  default: (await import('./notices-dialog.tsx')).NoticesDialog,
}));

// Few order again: nobody else loads how that is said.
const LaidAgainNotice = lazy(async () => ({
  default: (await import('#areas/checkout/web/site/laid-again-notice.tsx')).LaidAgainNotice,
}));

const NeedsAddedNotice = lazy(async () => ({
  default: (await import('./needs-added-notice.tsx')).NeedsAddedNotice,
}));

const FreshnessWays = lazy(async () => ({
  default: (await import('#areas/checkout/web/site/freshness-ways.tsx')).FreshnessWays,
}));

const TONES = {
  info: 'bg-info-soft border-info text-info',
  warning: 'bg-warning-soft border-warning text-warning',
};

/**
 * The one banner of a step: what matters most of all there is to say. The rest stands behind it. `others`: what the step
 * itself has to say.
 */
export function OrderNotices({ others = [] }: { others?: readonly WizardNotice[] }) {
  const { notices } = useOrder();
  const all = byImportance([...useKnownNotices(), ...others]);
  return (
    <ResultPlace id={NOTICES_ID} result={notices.at(-1)} className="empty:hidden">
      {all.length > 0 && <Banner notices={all} />}
    </ResultPlace>
  );
}

function Banner({ notices }: { notices: readonly WizardNotice[] }) {
  // Once loaded it stays: closing it gives the focus back.
  const [open, setOpen] = useState<boolean | null>(null);
  const [first] = notices;
  if (!first) return null;
  const more = notices.length - 1;
  const { tone, words, action, ways, onRead } = first;
  const rest = (
    <>
      {(more > 0 || first.details) && (
        <Button
          variant="quiet"
          size="small"
          className="shrink-0 px-2.5!"
          onClick={() => setOpen(true)}
        >
          {more > 0 ? `${more} more` : 'Show'}
        </Button>
      )}
      {onRead && (
        <button
          type="button"
          aria-label="Got it"
          onClick={onRead}
          className="grid size-11 shrink-0 place-items-center rounded-full text-xl"
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </>
  );
  return (
    <>
      <div
        data-notice={first.kind}
        className={classNames(
          'grid min-h-11 content-center rounded-2xl border-l-4 pl-3 text-sm leading-tight',
          ways ? 'pt-2' : 'py-1',
          TONES[tone],
        )}
      >
        <div className="flex items-center gap-1">
          <p role="status" className="mr-auto line-clamp-4 min-w-0 font-semibold wrap-anywhere">
            {words}
          </p>
          {action && (
            <Button
              variant="quiet"
              size="small"
              className="shrink-0 px-2.5!"
              onClick={action.onPress}
            >
              {action.label}
            </Button>
          )}
          {!ways && rest}
        </div>
        {ways && (
          // Many names scroll sideways: a second line would push the order down.
          <div className="flex items-center gap-1.5 overflow-x-auto py-1 pr-2 pl-0.5 *:shrink-0">
            <Suspense>{ways}</Suspense>
            {rest}
          </div>
        )}
      </div>
      {open !== null && (
        <Suspense>
          <NoticesDialog notices={notices} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What is said in every step: of the signal, of the week, and what the wizard has changed automatically. */
function useKnownNotices(): WizardNotice[] {
  const { notices, draft, menu, week, facts, dispatch, goTo, refreshKitchen } = useOrder();
  const [search] = useSearchParams();
  const isOnline = useIsOnline();
  useWhenBackOnline(refreshKitchen);
  const known = notices.map((notice): WizardNotice => {
    const read = () => dispatch({ type: 'notice read', notice });
    const isElsewhere = notice.kind === 'week-moved' && search.get('step') !== '2';
    return {
      ...wordsOf(notice, facts),
      // Who eats is answered by going on.
      ...(notice.kind !== 'who-eats' && {
        onRead: () => {
          read();
          focusPageHeading();
        },
      }),
      ...(isElsewhere && {
        action: {
          label: 'Look at them',
          onPress: () => {
            read();
            goTo(2);
          },
        },
      }),
    };
  });
  const past = pastKeepingIn(draft, menu.find, facts).length;
  if (past > 0)
    known.push({
      kind: 'meals gone',
      tone: 'warning',
      words: wouldNotKeep(past),
      ways: <FreshnessWays />,
    });
  // What has moved is said before why.
  if (week.pastDeadline)
    known.push({
      kind: 'week',
      tone: 'warning',
      words: `This week’s order deadline has passed: you’re choosing for ${formatDays(week.weekStart, week.weekEnd)}.`,
      details: <DeadlineText />,
    });
  if (!isOnline)
    known.push({
      kind: 'offline',
      tone: 'warning',
      words: 'You’re offline. Your order is kept on this device.',
      details: (
        <p>
          You can look at it and change it. Places and prices are checked when the signal is back.
        </p>
      ),
    });
  return known;
}

/** "Ordering for 1-7 Dec closed at 5pm". */
function closedText(
  { weekStart, from }: Extract<OrderNotice, { kind: 'week-moved' }>,
  facts: BusinessFacts,
): string {
  const closed = from ?? addDays(weekStart, -7);
  const { minuteOfDay } = wallTimeAt(cutoffOf(closed, facts), facts.timeZone);
  return `Ordering for ${formatDays(closed, addDays(closed, 6))} closed at ${formatMinuteOfDay(minuteOfDay)}`;
}

function wordsOf(notice: OrderNotice, facts: BusinessFacts): WizardNotice {
  switch (notice.kind) {
    case 'week-moved':
      return {
        kind: 'week',
        tone: 'warning',
        words: `${closedText(notice, facts)}. Your meals are now on ${formatDays(notice.weekStart, notice.weekEnd)}.`,
      };
    case 'meals-dropped':
      return {
        kind: 'meals gone',
        tone: 'warning',
        ...wordsOfMeals(notice.meals, facts, {
          one: 'No longer available, so we took it off: ',
          more: 'meals are no longer available. We took them off',
        }),
      };
    case 'meals-clash':
      return {
        kind: 'clash',
        tone: 'warning',
        ...wordsOfMeals(notice.meals, facts, {
          one: 'One meal came off because of an allergy: ',
          more: 'meals came off because of an allergy',
        }),
      };
    case 'laid-again':
      return {
        kind: 'same again',
        tone: notice.meals.length === 0 ? 'info' : 'warning',
        words: laidWords(notice),
        details: <LaidAgainNotice notice={notice} />,
      };
    case 'needs-added':
      return {
        kind: 'household',
        tone: 'warning',
        words: 'We added what you told us before',
        details: <NeedsAddedNotice notice={notice} />,
      };
    case 'plan-taken':
      return {
        kind: 'plan taken',
        tone: 'info',
        words: `${notice.personName} now has your ${notice.calorieTarget} Cal plan`,
        details: <p>It comes from the calorie calculator. You can change it in step 1.</p>,
      };
    case 'who-eats':
      return {
        kind: 'note',
        tone: 'warning',
        words: 'We kept your meals, not who eats them. Add names and allergies again.',
      };
    case 'ordered':
      return { kind: 'same again', tone: 'info', words: `Ordered: ${notice.orderNumber}` };
  }
}

/** "Your meals have been added again, but not Duck Curry". */
function laidWords({ hasSame, meals }: Extract<OrderNotice, { kind: 'laid-again' }>): string {
  const placed = hasSame
    ? 'Your meals have been added again'
    : 'Other meals have been added on the same days';
  const [one, ...more] = meals;
  if (!one) return placed;
  if (!hasSame)
    return `${placed}. ${more.length === 0 ? '1 place is' : `${meals.length} places are`} empty`;
  return `${placed}, but not ${more.length === 0 ? one.name : `${meals.length} of them`}`;
}

type MealOf = Extract<OrderNotice, { kind: 'meals-dropped' }>['meals'][number] & { why?: string };

/** One is named at once, more in a list. */
function wordsOfMeals(
  meals: readonly MealOf[],
  facts: BusinessFacts,
  { one, more }: { one: string; more: string },
): Pick<WizardNotice, 'words' | 'details'> {
  const texts = meals.map(
    ({ name, personName, date, mealType, why }) =>
      `${name} (${personName}, ${formatDayAndMonth(date)}, ${serviceOf(mealType, facts).name})${why ? `: ${why}` : ''}`,
  );
  if (texts.length === 1) return { words: `${one}${texts.join('')}` };
  return {
    words: `${texts.length} ${more}`,
    details: (
      <ul className="list-disc pl-5">
        {texts.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    ),
  };
}

const TICK_MS = 5000;

/** Null earlier than in the last hour, 0 once orders have closed. */
function useMinutesToCutoff(): number | null {
  const { week } = useOrder();
  return minutesToCutoff(
    Date.parse(week.cutoff),
    useTicking(serverNow, { everyMs: TICK_MS, since: week }),
  );
}

/** In the last hour, by the server’s clock, how long orders are still taken; then the next week is fetched. */
export function LastHour() {
  const { week, refreshKitchen } = useOrder();
  const minutes = useMinutesToCutoff();
  const hasClosed = minutes === 0;
  const said = (left: number) => lastHourText(Date.parse(week.cutoff), week.timeZone, left);

  // Until the server has moved on: its clock decides.
  useEffect(() => {
    if (!hasClosed) return undefined;
    refreshKitchen();
    const timer = setInterval(refreshKitchen, TICK_MS);
    return () => clearInterval(timer);
  }, [hasClosed, refreshKitchen]);

  return (
    <>
      {minutes ? <p className="font-semibold text-warning">{said(minutes)}</p> : null}
      <span role="status" className="sr-only">
        {minutes ? said(announcedMinutes(minutes)) : ''}
      </span>
    </>
  );
}

/** Which cutoff has passed, and which week is shown instead until that one begins. */
function DeadlineText() {
  const { week, facts } = useOrder();
  const missedStart = addDays(week.weekStart, -DAYS_IN_WEEK);
  const missed = wallTimeAt(cutoffOf(missedStart, facts), week.timeZone);
  return (
    <p>
      Orders for {formatDayAndMonth(missedStart)} to{' '}
      {formatDayAndMonth(addDays(week.weekStart, -1))} closed on {formatLongDate(missed.date)} at{' '}
      {formatMinuteOfDay(missed.minuteOfDay)} {formatZone(facts)} time. You are ordering for the
      next available week, {formatDayAndMonth(week.weekStart)} to {formatDate(week.weekEnd)}.
    </p>
  );
}

/** "Tue 24 Nov to Mon 30 Nov 2026. Order by Sunday 22 November, 5pm." */
export function WeekLine() {
  const { week, facts } = useOrder();
  const minutes = useMinutesToCutoff();
  const cutoff = wallTimeAt(Date.parse(week.cutoff), week.timeZone);
  return (
    <p>
      <strong className="font-semibold text-ink">
        {formatDayAndMonth(week.weekStart)} to {formatDate(week.weekEnd)}
      </strong>
      .
      {minutes === null && (
        <>
          {' '}
          Order by {formatLongDate(cutoff.date)}, {formatMinuteOfDay(cutoff.minuteOfDay)}{' '}
          {formatZone(facts)} time.
        </>
      )}
    </p>
  );
}
