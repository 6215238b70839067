import { memo } from 'react';
import type { MealReply } from '#contract/meals.ts';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { kilojoules } from '#domain/menu/energy.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Plate } from '#web/ui/food/plate.tsx';
import { Price } from '#web/ui/food/price.tsx';
import { formatCount } from '../summary/order-totals.ts';
import type { DayNeed } from './day-target.ts';
import type { OfferedMeal } from './offered-meals.ts';

type MealChoiceProps = {
  meal: MealReply;
  isChosen: boolean;
  /** "not vegetarian". */
  missedDiets: string;
  /** How many more of it may be placed; null: enough for everyone. */
  left: number | null;
  /** Beneath the numbers: what it makes of the day, when else they have it, how it keeps. */
  notes: string;
  /** Said above the name of a meal that the customer came with. */
  isWish?: boolean;
  onChoose: (mealId: number) => void;
  onLook: (meal: MealReply) => void;
};

const MemoPlate = memo(Plate);

/** Drawn again only when something of it changes: a tap must be answered at once. */
export const MealChoice = memo(function MealChoice(props: MealChoiceProps) {
  const { meal, isChosen, missedDiets, left, notes, isWish = false, onChoose, onLook } = props;
  const { name, mealType, ingredients, description } = meal;
  return (
    <li className="relative [contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(meal.id)}
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
          <span className="leading-snug font-semibold">{name}</span>
          {isWish && (
            <span className="text-sm font-semibold text-primary">You picked it on the menu</span>
          )}
          <MealNumbers meal={meal} />
          {left !== null && <span className="text-sm font-semibold text-warning">{left} left</span>}
          {missedDiets && <span className="text-sm font-semibold text-warning">{missedDiets}</span>}
          {notes && <span className="text-sm text-ink-soft">{notes}</span>}
          <span className="text-sm font-semibold">{allergenStatement(meal.allergens)}</span>
          {isChosen && <span className="text-sm font-semibold text-primary">Chosen</span>}
        </span>
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
