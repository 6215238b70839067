import { formatLongDate } from '#domain/calendar/plain-date.ts';
import { effectiveDeliveryType } from '#domain/ordering/delivery-mode.ts';
import { FREEZE_ADVICE, shouldFreeze } from '#domain/ordering/meal-dates.ts';
import { deliveryModeOfDraft } from '#domain/ordering/order-draft.ts';
import { mealAt } from '#domain/ordering/people.ts';
import { Plate } from '#web/ui/plate.tsx';
import { useOrder } from './order-context.tsx';
import type { Place } from './order-menu.ts';

type MealPlaceProps = { place: Place; personIndex: number; onPick: (place: Place) => void };

/** Where one plate goes: empty, or with a meal that can be changed or taken away. */
export function MealPlace({ place, personIndex, onPick }: MealPlaceProps) {
  const { draft, dispatch, facts, menu } = useOrder();
  const person = draft.people[personIndex];
  const meal = menu.find((person && mealAt(person, place)?.mealId) ?? 0);
  const when = `${place.mealType} on ${formatLongDate(place.date)}`;
  const type = effectiveDeliveryType(deliveryModeOfDraft(draft, facts), draft.deliveryType);
  const deliveryDate = type === 'weekly' ? draft.weeklyDeliveryDay : place.date;
  const isFrozen =
    deliveryDate !== null && shouldFreeze({ deliveryDate, mealDate: place.date }, facts);
  const word = place.mealType === 'lunch' ? 'Lunch' : 'Dinner';

  if (!meal) {
    return (
      <button
        type="button"
        onClick={() => onPick(place)}
        className="grid min-h-28 place-content-center justify-items-center gap-1 rounded-2xl border border-dashed border-control text-primary hover:bg-primary-soft lg:min-h-44"
      >
        <span
          aria-hidden="true"
          className="grid size-9 place-items-center rounded-full border border-current text-xl leading-none"
        >
          +
        </span>
        <span className="font-semibold">{word}</span>
        <span className="sr-only">
          : choose for {person?.name}, {formatLongDate(place.date)}
        </span>
      </button>
    );
  }
  return (
    <div className="relative grid min-h-28 lg:min-h-44">
      <button
        type="button"
        onClick={() => onPick(place)}
        className="grid min-w-0 content-start gap-1 rounded-2xl bg-sunken p-2 text-left hover:bg-primary-soft"
      >
        <Plate {...meal} className="size-12 lg:mx-auto lg:size-16" />
        <span className="line-clamp-2 text-sm leading-tight font-semibold lg:line-clamp-3">
          {meal.name}
        </span>
        <span className="text-sm text-ink-soft tabular-nums">{meal.calories} Cal</span>
        {isFrozen && <span className="text-sm font-semibold text-info">{FREEZE_ADVICE}</span>}
        <span className="sr-only">, {when}. Change</span>
      </button>
      <button
        type="button"
        aria-label={`Remove ${meal.name}, ${when}`}
        onClick={() =>
          dispatch({ type: 'meal placed', people: [personIndex], place, mealId: null })
        }
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-xl hover:text-danger"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
