import { memo, type Ref, useState } from 'react';
import {
  dayWithoutDelivery,
  deliveryModeOfDraft,
  weeklyDayOf,
} from '#areas/order-book/rules/order-draft.ts';
import { AskForBell } from './ask-for-bell.tsx';
import { DeferredOrder, useOrder } from './order-context.tsx';
import { useMealDays, keepingAdvice } from '#areas/checkout/web/site/order-meals/week-table.tsx';
import { FREEZE_ADVICE } from '#areas/menu/rules/storage-advice.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LateLunchesNotice } from './late-lunches.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  earliestMealDate,
  moveMealsTo,
  effectiveDeliveryType,
} from '#areas/order-book/rules/meal-dates.ts';
import {
  hasOpenWindow,
  datesWithout,
  deliveriesOf,
  whyNotBrought,
  whyTaken,
  windowState,
} from './deliveries.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { isMealOffered, type OrderMenu } from './order-menu.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  offeredWindows,
  windowsOn,
  windowWithName,
} from '#areas/business/rules/offered-windows.ts';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { formatDollars } from '#platform/rules/money.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { priceDraft } from '#areas/order-book/rules/order-pricing.ts';
import { feeSum, OWN_BAG } from '#areas/order-book/rules/fee-words.ts';

/** Where links to what is missing lead. */
export const DELIVERY_IDS = {
  type: 'delivery-type',
  day: 'delivery-day',
  window: 'delivery-window',
};

export const DeliverySection = memo(function DeliverySection({ ref }: { ref: Ref<HTMLElement> }) {
  const { draft, facts } = useOrder();
  const mode = deliveryModeOfDraft(draft, facts);
  const type = effectiveDeliveryType(mode, draft.deliveryType);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="delivery"
      className="grid gap-6 outline-none border-t border-line pt-6"
    >
      <h2 id="delivery" className="text-xl">
        Delivery
      </h2>
      {mode === 'none' ? (
        <p className="text-ink-soft">
          Choose your first meal above, then choose when it should arrive.
        </p>
      ) : (
        <>
          <div id={DELIVERY_IDS.type}>
            <DeliveryTypeChoice />
          </div>
          {type === 'weekly' && (
            <div id={DELIVERY_IDS.day}>
              <WeeklyDayChoice />
            </div>
          )}
          <div id={DELIVERY_IDS.window}>
            <WindowChoice />
          </div>
          {type === 'daily' && <DateWindows />}
          <LateLunchesNotice />
          <AskForBell />
          {type === 'weekly' && (
            <DeferredOrder>
              <FreezeAdvice />
            </DeferredOrder>
          )}
        </>
      )}
    </section>
  );
});

/** With one delivery, meals for the end of the week are frozen on arrival. */
const FreezeAdvice = memo(function FreezeAdvice() {
  const { draft, facts, menu } = useOrder();
  const deliveryDate = weeklyDayOf(draft, facts);
  if (deliveryDate === null) return null;
  const advice = keepingAdvice(menu, draft.people, deliveryDate, facts);
  const frozen = advice.filter(({ words }) => words === FREEZE_ADVICE).length;
  if (frozen === 0) return null;
  return (
    <Notice title={`${FREEZE_ADVICE}: ${frozen === 1 ? '1 meal' : `${frozen} meals`}`}>
      <p>
        Meals keep for {facts.keepsFreshDays - 1}-{facts.keepsFreshDays} days in the fridge. Freeze
        the ones you’ll eat more than {facts.keepsFreshDays} days after delivery as soon as they
        arrive. They are marked above and on their labels.
      </p>
    </Notice>
  );
});

/** The day of a weekly delivery. A day after the first meal is possible if the earlier meals can move. */
function WeeklyDayChoice() {
  const { draft, dispatch, week, facts } = useOrder();
  const [laterDay, setLaterDay] = useState<PlainDate | null>(null);
  const first = earliestMealDate(draft.people);

  function choose(day: PlainDate) {
    if (first !== null && day > first) setLaterDay(day);
    else dispatch({ type: 'weekly day chosen', day });
  }

  const day = weeklyDayOf(draft, facts);
  const choices = week.days.filter(({ date, windows }) => windows.length > 0 || date === day);
  const [only] = choices.length === 1 ? choices : [];
  if (only && only.date === day && (first === null || day <= first))
    return <p>It comes on {formatLongDate(only.date)}.</p>;

  return (
    <div className="grid gap-2">
      <PillChoice
        legend="Delivery day"
        value={day}
        layout="week"
        pills={choices.map(({ date, windows }) => {
          const isOpen = hasOpenWindow(week, date);
          const isFull = windows.some(({ placesLeft }) => placesLeft === 0);
          return {
            value: date,
            // Weekday above day and month: seven fit side by side.
            label: (
              <span className="whitespace-pre-line">
                {formatDayAndMonth(date).replace(' ', '\n')}
              </span>
            ),
            note: isOpen ? undefined : isFull ? 'Full' : 'Closed',
            disabled: !isOpen,
          };
        })}
        onChange={choose}
      />
      {first !== null && (
        <p className="text-sm text-ink-soft">
          Your first meal is on {formatLongDate(first)}, so it arrives that day or earlier. If you
          choose a later day, we’ll offer to move earlier meals.
        </p>
      )}
      <MoveMealsDialog day={laterDay} onClose={() => setLaterDay(null)} />
    </div>
  );
}

/** For a delivery after the first meal: offers to move the earlier meals, or says why that is not possible. */
function MoveMealsDialog({ day, onClose }: { day: PlainDate | null; onClose: () => void }) {
  const { draft, dispatch, menu } = useOrder();
  const days = useMealDays();
  const moved = day === null ? null : moveMealsTo(draft.people, day, days);
  const canMove = moved !== null && areOffered(moved, menu);
  const early =
    day === null
      ? []
      : draft.people.flatMap(({ mealAssignments }) =>
          mealAssignments.filter((meal) => meal.date < day),
        );

  function move() {
    if (moved && day) dispatch({ type: 'meals replaced', people: moved, weeklyDeliveryDay: day });
    onClose();
  }

  return (
    <Dialog
      open={day !== null}
      onClose={onClose}
      title={day ? `Deliver on ${formatLongDate(day)}?` : ''}
      actions={
        canMove ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              Keep as it is
            </Button>
            <Button onClick={move}>
              {early.length === 1 ? 'Move 1 meal' : `Move ${early.length} meals`}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Keep as it is</Button>
        )
      }
    >
      {day && (
        <p>
          {early.length === 1 ? 'One meal is' : `${early.length} meals are`} planned before that
          day.{' '}
          {canMove
            ? `We can move ${early.length === 1 ? 'it' : 'them'} to the next free days from ${formatDayAndMonth(day)}.`
            : `From ${formatDayAndMonth(day)} there are not enough free days with these meals on the menu. Remove some meals first, or choose an earlier day.`}
        </p>
      )}
    </Dialog>
  );
}

function areOffered(people: readonly Person[], menu: OrderMenu): boolean {
  return people.every(({ mealAssignments }) =>
    mealAssignments.every((meal) => isMealOffered(menu.find(meal.mealId), meal)),
  );
}

/** The window for the whole order. A daily order can vary it by date, below. */
function WindowChoice() {
  const { draft, dispatch, facts, week } = useOrder();
  const deliveries = deliveriesOf(draft, facts);
  const dates = deliveries.map(({ date }) => date);
  const [only] = deliveries.length === 1 ? deliveries : [];
  const isOnAnyDate = (window: DeliveryWindow) =>
    dates.some((date) => windowsOn(facts, date).includes(window));
  const windows = offeredWindows(facts).filter((one) => dates.length === 0 || isOnAnyDate(one));

  function choiceOf(window: DeliveryWindow) {
    const its = dates.filter((date) => windowsOn(facts, date).includes(window));
    const without = datesWithout(window, its, week);
    const isFull = its.length > 0 && without.length === its.length;
    const taken = without.map((date) => ({ date, window }));
    const why = capitalised(whyTaken(week, taken));
    const partly =
      without.length > 0 && !isFull
        ? `${why} on ${without.map(formatDayAndMonth).join(', ')}`
        : undefined;
    const otherDays =
      its.length < dates.length ? `Only on ${its.map(formatDayAndMonth).join(', ')}` : undefined;
    const note = only ? windowState(week, { date: only.date, window }).note : isFull ? why : null;
    return {
      value: window,
      label: windowWithName(facts, window),
      description: partly ?? otherDays,
      detail: note,
      disabled: isFull,
    };
  }

  const isFull = only !== undefined && !windowState(week, only).open;
  const [single] = windows.length === 1 ? windows.map(choiceOf) : [];
  if (single && !isFull && !single.disabled && !single.description)
    return (
      <p>
        Delivery window: {single.label}
        {single.detail && ` (${single.detail})`}
      </p>
    );
  return (
    <div tabIndex={isFull ? -1 : undefined} data-full-window={isFull || undefined}>
      <ChoiceCards
        legend="Delivery window"
        value={only?.window ?? draft.deliveryWindow}
        choices={windows.map(choiceOf)}
        onChange={(window) => dispatch({ type: 'window chosen', window })}
        error={
          isFull
            ? windows.length === 0
              ? `We don’t deliver on ${formatDayAndMonth(only.date)}. Please choose another day.`
              : `This window is ${whyTaken(week, [only])} on ${formatDayAndMonth(only.date)}. Please choose another window or day.`
            : null
        }
      />
    </div>
  );
}

/** Daily or weekly if the customer can choose; otherwise why it is weekly. */
function DeliveryTypeChoice() {
  const { draft, dispatch, facts, menu } = useOrder();
  const priceOf = (deliveryType: DeliveryType) =>
    priceDraft({ ...draft, deliveryType }, menu.priceCentsOf, facts);
  const daily = priceOf('daily');
  const dailyFee = formatDollars(daily.deliveryFeeCents);
  const weeklyFee = formatDollars(priceOf('weekly').deliveryFeeCents);
  const sum = feeSum(daily.fees);

  const mode = deliveryModeOfDraft(draft, facts);
  if (offeredDeliveryTypes(facts).length === 1)
    return (
      <p>
        {mode === 'daily'
          ? `Each meal comes on its own day: ${dailyFee} delivery.`
          : `Everything comes on one day: ${weeklyFee} delivery.`}
      </p>
    );
  if (mode === 'weekly') return <WeeklyForced />;
  return (
    <ChoiceCards
      legend="How should it arrive?"
      value={draft.deliveryType}
      onChange={(deliveryType) => dispatch({ type: 'delivery type chosen', deliveryType })}
      hint={
        sum !== null &&
        [
          daily.deliveryFeeCents === 0 ? null : `${sum} = ${dailyFee}.`,
          daily.fees.length > 1 ? OWN_BAG : null,
          `Weekly: ${weeklyFee}.`,
        ]
          .filter(Boolean)
          .join(' ')
      }
      choices={[
        {
          value: 'daily',
          label: 'Daily',
          description: 'Each meal on its own day, cold or warm.',
          detail: dailyFee,
        },
        {
          value: 'weekly',
          label: 'Weekly',
          description: 'Everything on one day, for your fridge.',
          detail: weeklyFee,
        },
      ]}
    />
  );
}

function WeeklyForced() {
  const { draft, facts } = useOrder();
  const without = dayWithoutDelivery(draft, facts);
  const few = draft.people
    .filter(({ mealAssignments: { length } }) => length > 0 && length < facts.dailyFromMeals)
    .map(
      ({ name, mealAssignments: { length } }) =>
        `${name} (${length === 1 ? '1 meal' : `${length} meals`})`,
    );
  if (few.length === 0 && without !== null)
    return (
      <Notice title="One delivery for the whole order">
        <p>
          {formatDayAndMonth(without)} has no delivery, so everything arrives together before it,
          for {formatDollars(facts.weeklyFeeCents)} per person. Without meals on such a day, you can
          also choose daily delivery.
        </p>
      </Notice>
    );
  return (
    <Notice title="One delivery for the whole order">
      <p>
        {new Intl.ListFormat('en-AU').format(few)} {few.length === 1 ? 'has' : 'have'} fewer than{' '}
        {facts.dailyFromMeals} meals, so everything arrives together on one day, for{' '}
        {formatDollars(facts.weeklyFeeCents)} per person. When everyone with meals has{' '}
        {facts.dailyFromMeals} or more, you can also choose daily delivery.
      </p>
    </Notice>
  );
}

/** The window of each date of a daily order. Opens automatically when one has filled up. */
function DateWindows() {
  const { draft, dispatch, facts, week } = useOrder();
  const deliveries = deliveriesOf(draft, facts);
  const isAnyFull = deliveries.some((delivery) => !windowState(week, delivery).open);
  return (
    <details
      open={isAnyFull || Object.keys(draft.windowByDate).length > 0}
      className="group grid gap-3"
    >
      <summary className="flex min-h-11 items-center gap-2 font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        Different time on some days?
      </summary>
      <ul className="grid gap-3">
        {deliveries.map(({ date, window }) => {
          const isFull = !windowState(week, { date, window }).open;
          return (
            <li
              key={date}
              tabIndex={isFull ? -1 : undefined}
              data-full-window={isFull || undefined}
              className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-2 sm:grid-cols-[8rem_20rem]"
            >
              <span aria-hidden="true" className="font-semibold">
                {formatDayAndMonth(date)}
              </span>
              <PillChoice
                legend={`Delivery window on ${formatLongDate(date)}`}
                hideLegend
                layout="even"
                value={window}
                pills={windowsOn(facts, date).map((choice) => {
                  const { open, note } = windowState(week, { date, window: choice });
                  return {
                    value: choice,
                    label: windowWithName(facts, choice),
                    note,
                    disabled: !open,
                  };
                })}
                onChange={(choice) =>
                  dispatch({ type: 'dates brought', slots: [{ date, window: choice }] })
                }
              />
              {isFull && (
                <p className="col-span-full text-sm font-semibold text-danger sm:col-start-2">
                  {whyNotBrought(week, { date, window }, facts)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
