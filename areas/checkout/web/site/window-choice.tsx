import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  offeredWindows,
  windowsOn,
  windowWithName,
} from '#areas/business/rules/offered-windows.ts';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { datesWithout, deliveriesOf, windowState } from './deliveries.ts';
import { useOrder } from './order-context.tsx';

/** The window for the whole order. A daily order can vary it by date, below. */
export function WindowChoice() {
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
    const partly =
      without.length > 0 && !isFull
        ? `Full on ${without.map(formatDayAndMonth).join(', ')}`
        : undefined;
    const otherDays =
      its.length < dates.length ? `Only on ${its.map(formatDayAndMonth).join(', ')}` : undefined;
    const note = only
      ? windowState(week, { date: only.date, window }).note
      : isFull
        ? 'Full'
        : null;
    return {
      value: window,
      label: windowWithName(facts, window),
      description: partly ?? otherDays,
      detail: note,
      disabled: isFull,
    };
  }

  const isFull = only !== undefined && !windowState(week, only).open;
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
              : `This window is full on ${formatDayAndMonth(only.date)}. Please choose another window or day.`
            : null
        }
      />
    </div>
  );
}
