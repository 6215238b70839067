import { serviceTitle } from '#areas/business/rules/services.ts';
import type { Laid } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { useOrder } from './order-context.tsx';

export type PlateOfTable = Pick<Laid, 'date' | 'mealType' | 'mealId'> & { people: number[] };

/** Who has which dish at each sitting, day by day, lunch before dinner. */
function platesOf(laid: readonly Laid[]): Map<string, PlateOfTable[]> {
  const days = new Map<string, PlateOfTable[]>();
  const sorted = laid.toSorted(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      b.mealType.localeCompare(a.mealType) ||
      a.personIndex - b.personIndex,
  );
  for (const { personIndex, ...place } of sorted) {
    const plates = days.get(place.date) ?? [];
    const same = plates.find(
      (one) => one.mealId === place.mealId && one.mealType === place.mealType,
    );
    if (same) same.people.push(personIndex);
    else plates.push({ ...place, people: [personIndex] });
    days.set(place.date, plates);
  }
  return days;
}

type FillPreviewProps = {
  laid: readonly Laid[];
  /** Why this dish: "♥ yours"; empty: nothing to say. */
  whyOf: (plate: PlateOfTable) => string;
  onSwap: (plate: PlateOfTable) => void;
};

/** A line a day, as food; a tap swaps a dish for the next cheapest. */
export function FillPreview({ laid, whyOf, onSwap }: FillPreviewProps) {
  const { draft, menu, facts } = useOrder();
  const days = platesOf(laid);
  const isBoth = new Set(laid.map(({ mealType }) => mealType)).size > 1;
  const namesOf = (people: readonly number[]) =>
    new Intl.ListFormat('en-AU').format(people.map((at) => draft.people[at]?.name ?? ''));
  return (
    <ul aria-label="What we would add" className="grid gap-3">
      {[...days].map(([date, plates]) => (
        <li key={date} className="grid gap-1 border-t border-line pt-2">
          <p className="text-sm font-semibold">{formatDayAndMonth(date)}</p>
          <ul className="grid gap-1 sm:grid-cols-2">
            {plates.map((plate) => {
              const meal = menu.find(plate.mealId);
              if (!meal) return null;
              const isForAll = plate.people.length === draft.people.length;
              const notes = [
                ...(isBoth ? [serviceTitle(plate.mealType, facts)] : []),
                ...(draft.people.length > 1 && !isForAll ? [namesOf(plate.people)] : []),
                ...[whyOf(plate)].filter(Boolean),
              ];
              return (
                <li key={`${plate.mealType} ${plate.mealId}`} className="min-w-0">
                  <button
                    type="button"
                    onClick={() => onSwap(plate)}
                    className="flex min-h-14 w-full items-center gap-3 rounded-2xl p-1 text-left hover:bg-primary-soft"
                  >
                    <DishPicture meal={meal} sizes="3rem" className="size-12 shrink-0 rounded-xl" />
                    <span className="grid min-w-0 gap-0.5">
                      <span className="leading-tight font-semibold wrap-anywhere">{meal.name}</span>
                      {notes.length > 0 && (
                        <span className="text-sm leading-tight text-ink-soft wrap-anywhere">
                          {notes.join(' · ')}
                        </span>
                      )}
                      <span className="sr-only">Swap it for another</span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
}
