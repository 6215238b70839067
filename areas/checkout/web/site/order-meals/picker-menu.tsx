import { memo, useMemo } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { THRIFTY_CENTS } from '#areas/menu/rules/price-limits.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { formatCount } from '#areas/checkout/web/site/order-totals.ts';
import { dayNeed } from './day-target.ts';
import { LeftOutMeals } from './left-out-meals.tsx';
import { choiceNotes, MealChoice } from './meal-choice.tsx';
import {
  isUnder,
  type MealSort,
  type Offer,
  type OfferedMeal,
  offerTo,
  sortOffered,
} from './offered-meals.ts';
import { favouritesFirst, useFavourites } from './use-favourites.ts';
import type { OpenCell } from './use-open-cell.ts';

/** How the customer looks at the menu; kept while the sheet moves on. */
export type PickerView = { sort: MealSort; isUnderCap: boolean; isForAll: boolean };

export type PickerMenuProps = {
  pick: OpenCell;
  person: Person;
  chosenId: number | null;
  view: PickerView;
  onView: (changes: Partial<PickerView>) => void;
  /** A meal that the customer came with; it is first. */
  wishId: number | null;
  onChoose: (mealId: number) => void;
  onLook: (meal: MealReply) => void;
};

export const PickerMenu = memo(function PickerMenu(props: PickerMenuProps) {
  const { pick, person, chosenId, view, onView, wishId, onChoose, onLook } = props;
  const { draft, menu, facts, week } = useOrder();
  const need = dayNeed(person, pick, menu);
  const offer = useMemo(
    () => offerTo({ draft, menu, facts, week }, person, pick),
    [draft, menu, facts, week, person, pick],
  );
  const withinCap = view.isUnderCap
    ? offer.offered.filter(({ meal }) => isUnder(meal, menu, THRIFTY_CENTS))
    : offer.offered;
  const { favourites, first, toggle } = useFavourites();
  const bySort = sortOffered(withinCap, view.sort, need, pick.date);
  const sorted = wishFirst(favouritesFirst(bySort, first), wishId);

  if (offer.offered.length + offer.leftOut.length === 0) {
    return (
      <EmptyState title={`No ${pick.mealType} on the menu for this day`}>
        Try another day.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-3">
      <LeftOutMeals
        offeredCount={withinCap.length}
        leftOut={offer.leftOut}
        personName={person.name}
        phone={facts.phone}
      />
      <div className="flex flex-wrap gap-2">
        {draft.people.length > 1 && pick.helping !== 'second' && (
          <CheckChip checked={view.isForAll} onToggle={() => onView({ isForAll: !view.isForAll })}>
            Same for everyone ({draft.people.length})
          </CheckChip>
        )}
        <SortChoice
          sort={view.sort}
          targetKcal={need.targetKcal}
          onChange={(sort) => onView({ sort })}
        />
        <CheckChip
          checked={view.isUnderCap}
          onToggle={() => onView({ isUnderCap: !view.isUnderCap })}
        >
          Under ${THRIFTY_CENTS / 100}
        </CheckChip>
      </div>
      {sorted.length === 0 && (
        <p>{noneLeft(person, pick, offer, view.isUnderCap && offer.offered.length > 0, facts)}</p>
      )}
      <ul className="grid gap-2">
        {sorted.map((one) => (
          <MealChoice
            key={one.meal.id}
            meal={one.meal}
            isChosen={one.meal.id === chosenId}
            missedDiets={one.missedDiets}
            hasTraces={one.hasTraces}
            left={one.left}
            notes={choiceNotes(one, need, pick.helping === 'second')}
            isWish={one.meal.id === wishId}
            onChoose={onChoose}
            onLook={onLook}
            isFavourite={favourites.includes(one.meal.id)}
            onFavourite={toggle}
          />
        ))}
      </ul>
    </div>
  );
});

function wishFirst(sorted: OfferedMeal[], wishId: number | null): OfferedMeal[] {
  const wish = sorted.find(({ meal }) => meal.id === wishId);
  return wish ? [wish, ...sorted.filter((one) => one !== wish)] : sorted;
}

type SortChoiceProps = { sort: MealSort; targetKcal: number; onChange: (sort: MealSort) => void };

function SortChoice({ sort, targetKcal, onChange }: SortChoiceProps) {
  const words: Record<MealSort, string> = {
    fits: `fits ${formatCount(targetKcal)}`,
    price: 'price',
    calories: 'calories',
    protein: 'protein',
  };
  return (
    <select
      aria-label="Sort"
      value={sort}
      onChange={(event) => onChange(event.currentTarget.value as MealSort)}
      className="min-h-11 rounded-full border border-control bg-surface px-3 text-sm font-semibold text-ink"
    >
      {Object.entries(words).map(([value, label]) => (
        <option key={value} value={value}>
          Sort: {label}
        </option>
      ))}
    </select>
  );
}

function noneLeft(
  person: Person,
  { mealType, date }: OpenCell,
  { leftOut }: Offer,
  isForPrice: boolean,
  { phone }: { phone: string },
): string {
  const day = formatDayAndMonth(date);
  if (isForPrice) return `No ${mealType} under $${THRIFTY_CENTS / 100} on ${day}.`;
  if (leftOut.every(({ why }) => why === 'sold out'))
    return `Every ${mealType} is sold out for ${day}. Try another day.`;
  if (leftOut.some(({ why }) => why === 'allergens')) {
    const without = namesText([...person.allergens, ...person.avoid]).split(', ');
    const list = new Intl.ListFormat('en-AU').format(without);
    return `No ${mealType} without ${list} on ${day}. Call us: ${phone}.`;
  }
  return `No ${mealType} keeps until ${day}. Choose another delivery day, or call us: ${phone}.`;
}
