import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import {
  DELIVERY_WINDOWS,
  type DeliveryWindow,
  windowLabel,
} from '#domain/delivery/delivery-windows.ts';
import { ChoiceCards } from '#web/ui/form/choice-cards.tsx';
import { datesWithout, deliveriesOf, windowState } from './deliveries.ts';
import { useOrder } from '../state/order-context.tsx';

/** The window for the whole order. A daily order can vary it by date, below. */
export function WindowChoice() {
  const { draft, dispatch, facts, week } = useOrder();
  const deliveries = deliveriesOf(draft, facts);
  const dates = deliveries.map(({ date }) => date);
  const [only] = deliveries.length === 1 ? deliveries : [];

  function choiceOf(window: DeliveryWindow) {
    const without = datesWithout(window, dates, week);
    const isFull = dates.length > 0 && without.length === dates.length;
    const partly =
      without.length > 0 && !isFull
        ? `Full on ${without.map(formatDayAndMonth).join(', ')}`
        : undefined;
    const note = only
      ? windowState(week, { date: only.date, window }).note
      : isFull
        ? 'Full'
        : null;
    return {
      value: window,
      label: windowLabel(window),
      description: partly,
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
        choices={DELIVERY_WINDOWS.map(choiceOf)}
        onChange={(window) => dispatch({ type: 'window chosen', window })}
        error={
          isFull
            ? `This window is full on ${formatDayAndMonth(only.date)}. Please choose another window or day.`
            : null
        }
      />
    </div>
  );
}
