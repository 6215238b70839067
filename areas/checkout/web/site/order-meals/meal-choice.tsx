import { memo, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { kilojoules } from '#areas/menu/rules/energy.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Plate } from '#areas/menu/web/plate.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { formatCount } from '#areas/checkout/web/site/order-totals.ts';
import type { DayNeed } from './day-target.ts';
import type { OfferedMeal } from './offered-meals.ts';

type MealChoiceProps = {
  meal: MealReply;
  isChosen: boolean;
  /** "not vegetarian", "may contain traces of sesame". */
  missedDiets: string;
  /** The first tap opens what may be in it, the second chooses it. */
  hasTraces: boolean;
  /** How many more of it may be placed; null: enough for everyone. */
  left: number | null;
  /** Beneath the numbers: what it makes of the day, when else they have it, how it keeps. */
  notes: string;
  /** Said above the name of a meal that the customer came with. */
  isWish?: boolean;
  onChoose: (mealId: number) => void;
  onLook: (meal: MealReply) => void;
  isFavourite: boolean;
  /** Gives it a heart on this device, or takes it. */
  onFavourite: (mealId: number) => void;
};

const MemoPlate = memo(Plate);

/** Drawn again only when something of it changes: a tap must be answered at once. */
export const MealChoice = memo(function MealChoice(props: MealChoiceProps) {
  const { meal, isChosen, missedDiets, left, notes, isWish = false, onChoose, onLook } = props;
  const { isFavourite, onFavourite, hasTraces } = props;
  const [isRead, setRead] = useState(false);
  const isToRead = hasTraces && !isRead && !isChosen;
  const { name, mealType, ingredients, description } = meal;
  return (
    <li className="relative [contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => (isToRead ? setRead(true) : onChoose(meal.id))}
        className={classNames(
          'grid min-h-[8.5rem] w-full grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-3 rounded-2xl border bg-surface p-2.5 text-left hover:bg-primary-soft sm:min-h-40 sm:grid-cols-[6rem_minmax(0,1fr)]',
          isChosen ? 'border-primary bg-primary-soft ring-1 ring-primary' : 'border-line',
        )}
      >
        <MemoPlate
          name={name}
          mealType={mealType}
          ingredients={ingredients}
          description={description}
          className="w-full"
        />
        <span className="grid gap-0.5">
          <span className="pr-9 leading-snug font-semibold">{name}</span>
          {isWish && (
            <span className="text-sm font-semibold text-primary">You picked it on the menu</span>
          )}
          <MealNumbers meal={meal} />
          {left !== null && <span className="text-sm font-semibold text-warning">{left} left</span>}
          {missedDiets && <span className="text-sm font-semibold text-warning">{missedDiets}</span>}
          {hasTraces && isRead && !isChosen && (
            <span role="status" className="text-sm">
              Nobody can rule traces out. If a trace could harm someone, call us first. Tap again to
              choose it.
            </span>
          )}
          {notes && <span className="text-sm text-ink-soft">{notes}</span>}
          <span className="text-sm font-semibold">{allergenStatement(meal.allergens)}</span>
          {isChosen && <span className="text-sm font-semibold text-primary">Chosen</span>}
        </span>
      </button>
      <button
        type="button"
        aria-pressed={isFavourite}
        onClick={() => onFavourite(meal.id)}
        className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-xl text-primary hover:bg-sunken"
      >
        <span className="sr-only">Favourite: {name}</span>
        <Heart isFull={isFavourite} />
      </button>
      {/* Beneath the picture, where the card has room: the card itself lays the meal. */}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onLook(meal)}
        className="absolute bottom-1.5 left-1.5 grid min-h-11 w-20 place-items-center rounded-xl text-center text-sm leading-tight font-semibold text-primary underline underline-offset-2 hover:bg-sunken sm:left-2.5 sm:w-24"
      >
        <span>
          Look closer<span className="sr-only"> at {name}</span>
        </span>
      </button>
    </li>
  );
});

function Heart({ isFull }: { isFull: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
      <path
        d="M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        fill={isFull ? 'currentColor' : 'none'}
      />
    </svg>
  );
}

/** What people decide by, always in the same place. */
function MealNumbers({ meal }: { meal: MealReply }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums *:whitespace-nowrap">
      <Price amount={meal.price} className="font-bold text-ink" />
      <span>
        <strong className="text-ink">{meal.calories} Cal</strong>{' '}
        {formatCount(kilojoules(meal.calories))} kJ
      </span>
      <span>
        <strong className="text-ink">{meal.protein} g</strong> protein
      </span>
    </span>
  );
}

/** "With lunch 735 of 720 Cal · Also on Tue 1 Dec · Freeze on arrival". */
export function choiceNotes(
  { meal, otherDates, keeping }: OfferedMeal,
  { targetKcal, otherKcal }: DayNeed,
  isSecond: boolean,
): string {
  const kind = meal.mealType === 'lunch' ? 'dinner' : 'lunch';
  const other = isSecond ? 'the day’s other meals' : kind;
  return [
    otherKcal !== null &&
      `With ${other} ${formatCount(meal.calories + otherKcal)} of ${formatCount(targetKcal)} Cal`,
    otherDates.length > 0 && `Also on ${otherDates.map(formatDayAndMonth).join(', ')}`,
    keeping,
  ]
    .filter(Boolean)
    .join(' · ');
}
