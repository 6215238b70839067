import { memo, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { Heart } from '#areas/menu/web/heart.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import type { OfferedMeal } from './offered-meals.ts';

type OfferedCardProps = {
  meal: MealReply;
  isChosen: boolean;
  /** "not vegetarian", "may contain traces of sesame". */
  missedDiets: string;
  /** The first tap opens what may be in it, the second chooses it. */
  hasTraces: boolean;
  /** How many more of it may be placed; null: enough for everyone. */
  left: number | null;
  /** The day for which it is sold out; null: it is not. */
  soldOutFor: PlainDate | null;
  /** When else they have it, how it keeps. */
  notes: string;
  /** Said of a meal that the customer came with. */
  isWish: boolean;
  onChoose: (mealId: number) => void;
  onLook: (mealId: number) => void;
};

/** Drawn again only when something of it changes: a tap must be answered at once. */
export const OfferedCard = memo(function OfferedCard(props: OfferedCardProps) {
  const { meal, isChosen, missedDiets, hasTraces, left, soldOutFor, notes, isWish } = props;
  const { onChoose, onLook } = props;
  const [isRead, setRead] = useState(false);
  const isToRead = hasTraces && !isRead && !isChosen;
  const { id, name } = meal;
  return (
    <li
      className={classNames(
        'relative rounded-2xl border bg-surface [contain-intrinsic-size:auto_15rem] [content-visibility:auto] low:[contain-intrinsic-size:auto_5.5rem] low:rounded-none low:border-x-0 low:border-t-0',
        isChosen ? 'border-primary bg-primary-soft ring-1 ring-primary ring-inset' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={soldOutFor !== null}
        onClick={() => (isToRead ? setRead(true) : onChoose(id))}
        className="grid size-full grid-cols-[minmax(0,1fr)] content-start rounded-2xl text-left hover:bg-primary-soft disabled:opacity-55 disabled:grayscale low:min-h-22 low:grid-cols-[4.5rem_minmax(0,1fr)] low:gap-x-3 low:rounded-none low:py-1.5"
      >
        <DishPicture
          meal={meal}
          sizes="(min-width: 64rem) 12rem, 8rem"
          className="mx-auto mb-0.5 h-33 w-full rounded-t-2xl lg:h-45 low:mb-0 low:size-18 low:rounded-xl low:self-center"
        />
        <span className="grid min-w-0 content-start px-2.5 pb-1.5 leading-tight low:px-0 low:pb-0">
          <span className="line-clamp-2 low:line-clamp-1 low:pr-9 text-base leading-[1.1875rem] font-semibold wrap-anywhere">
            {name}
          </span>
          <span className="text-sm leading-[1.125rem] whitespace-nowrap text-ink-soft tabular-nums">
            <Price amount={meal.price} className="font-semibold text-ink" /> · {meal.calories} Cal
          </span>
          {isChosen && <span className="text-sm font-semibold text-primary">Chosen</span>}
          {isWish && (
            <span className="text-sm font-semibold text-primary">You picked it on the menu</span>
          )}
          {soldOutFor && (
            <span className="text-sm font-semibold">
              Sold out for {formatDayAndMonth(soldOutFor)}
            </span>
          )}
          {left !== null && soldOutFor === null && (
            <span className="text-sm font-semibold text-warning">{left} left</span>
          )}
          {missedDiets && <span className="text-sm font-semibold text-warning">{missedDiets}</span>}
          {hasTraces && isRead && !isChosen && (
            <span role="status" className="text-sm">
              Nobody can rule traces out. If a trace could harm someone, call us first. Tap again to
              choose it.
            </span>
          )}
          <span className="text-sm leading-[1.125rem] wrap-anywhere">
            {allergenStatement(meal.allergens)}
          </span>
          {notes && <span className="text-sm leading-[1.125rem] text-ink-soft">{notes}</span>}
        </span>
      </button>
      <Heart meal={meal} className="absolute top-0 right-0" />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onLook(id)}
        className="absolute top-0 left-0 grid size-11 place-items-center rounded-xl text-primary hover:bg-sunken"
      >
        <span className="sr-only">Look closer at {name}</span>
        <span
          aria-hidden="true"
          className="grid size-6 place-items-center rounded-full border border-primary bg-surface font-serif text-sm font-semibold"
        >
          i
        </span>
      </button>
    </li>
  );
});

/** "Also Tue, Thu · Freeze on arrival". */
export function cardNotes({ otherDates, keeping }: OfferedMeal): string {
  const days = otherDates.map((date) => formatDayAndMonth(date).split(' ', 1)[0]);
  return [days.length > 0 && `Also ${days.join(', ')}`, keeping].filter(Boolean).join(' · ');
}
