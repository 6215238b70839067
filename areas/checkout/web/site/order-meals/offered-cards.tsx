import { PersonName } from '#platform/web/ui/person-name.tsx';
import { memo, type ReactNode, useMemo, useEffect, useState } from 'react';
import { orderCards, type DayNeed } from '#areas/checkout/rules/draft/choosing-meals.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { OrderInWizard } from '#areas/checkout/web/site/order-context.tsx';
import {
  countKinds,
  narrow,
  type PickerView,
  type Offer,
  offerTo,
  type LeftOutMeal,
  type OfferedMeal,
} from '#areas/checkout/web/site/order-meals/offered-meals.ts';
import { PickerFilter } from './meal-picker.tsx';
import { PORTIONS, type OpenCell } from './meal-placing.ts';
import { onFavourites, readFavourites } from '#areas/menu/web/kept-favourite-meals.ts';
import {
  dayServiceKcal,
  planServiceKcal,
  SECOND_HELPING_KCAL,
} from '#areas/menu/rules/plan-share.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { totalsOf, type OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { type MealVerdict, verdictText } from '#areas/checkout/rules/draft/meal-for.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { Heart } from '#areas/menu/web/heart.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';

type OfferedCardsProps = Pick<OrderInWizard, 'menu' | 'facts' | 'week' | 'dispatch'> & {
  draft: OrderDraft;
  cell: OpenCell;
  person: Person;
  view: PickerView;
  onView: (view: PickerView) => void;
  onChoose: (mealId: number) => void;
  onLook: (mealId: number) => void;
  /** Before the chips. */
  before: ReactNode;
};

export const OfferedCards = memo(function OfferedCards(props: OfferedCardsProps) {
  const { draft, menu, facts, week, dispatch, cell, person, view, onView } = props;
  const { onChoose, onLook, before } = props;
  const { favourites, first } = useFavourites();
  const offer = useMemo(
    () => offerTo({ draft, menu, facts, week }, person, cell),
    [draft, menu, facts, week, person, cell],
  );
  const kinds = useMemo(() => countKinds(offer.offered, favourites), [offer, favourites]);
  const { shown, search, says } = useMemo(() => {
    const need = dayNeed(person, cell, menu);
    const ordered = orderCards(offer.offered, { wishId: draft.wish ?? null, hearts: first, need });
    return narrow(ordered, view, { hearts: favourites, phone: facts.phone });
  }, [offer, person, cell, menu, draft.wish, first, favourites, view, facts]);
  const service = serviceOf(cell.mealType, facts).name;
  const chosenId = mealsAt(person, cell)[PORTIONS[cell.helping ?? 'first']]?.mealId;

  if (offer.offered.length + offer.leftOut.length === 0)
    return (
      <EmptyState title={`No ${service} on the menu for this day`}>Try another day.</EmptyState>
    );

  function addNeed() {
    if (!search) return;
    const both = <Item,>(had: readonly Item[], more: readonly Item[]) => [
      ...new Set([...had, ...more]),
    ];
    dispatch({
      type: 'food needs changed',
      index: cell.personIndex,
      changes: {
        allergens: both(person.allergens, search.without),
        avoid: both(person.avoid, search.avoid),
      },
      menu,
    });
    onView({ ...view, search: '' });
  }

  const isWithout = search !== null && search.without.length + search.avoid.length > 0;
  return (
    <div className="grid min-w-0 gap-0.5 low:gap-0">
      <PickerFilter view={view} onView={onView} kinds={kinds} before={before} />
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {search && search.respelled.length > 0 && (
          <p>
            Showing {search.respelled.map(({ read }) => `“${read}”`).join(', ')}.{' '}
            <Button
              variant="quiet"
              size="small"
              onClick={() => onView({ ...view, search: `“${view.search}”` })}
            >
              {search.respelled.map(({ written }) => `“${written}”`).join(', ')} as written
            </Button>
          </p>
        )}
        {says.map(({ about, text }) => (
          <p key={about}>{text}</p>
        ))}
        {isWithout && (
          <p className="flex flex-wrap items-center gap-x-2">
            <span>
              Is this a need of <PersonName name={person.name} />
              ’s?
            </span>
            <Button variant="secondary" size="small" onClick={addNeed}>
              Add it for <PersonName name={person.name} />
            </Button>
          </p>
        )}
      </div>
      {shown.length === 0 && (
        <p className="py-2">
          {offer.offered.length > 0
            ? `No ${service} for ${person.name} that day matches.`
            : noneLeft(person, cell, offer, facts)}
        </p>
      )}
      <ul
        aria-label="Meals to choose from"
        className="grid grid-cols-2 gap-2.5 low:grid-cols-1 low:gap-0 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]"
      >
        {shown.map((one) => (
          <OfferedCard
            key={one.meal.id}
            meal={one.meal}
            isChosen={one.meal.id === chosenId}
            missedDiets={one.missedDiets}
            hasTraces={one.hasTraces}
            left={one.left}
            soldOutFor={one.isSoldOut ? cell.date : null}
            notes={cardNotes(one)}
            isWish={one.meal.id === draft.wish}
            onChoose={onChoose}
            onLook={onLook}
          />
        ))}
      </ul>
      <LeftOutMeals leftOut={offer.leftOut} personName={person.name} phone={facts.phone} />
    </div>
  );
});

function noneLeft(
  person: Person,
  { mealType, date }: OpenCell,
  { leftOut }: Offer,
  facts: OrderInWizard['facts'],
): string {
  const day = formatDayAndMonth(date);
  const service = serviceOf(mealType, facts).name;
  if (leftOut.some(({ verdict: { outcome } }) => outcome !== 'will not keep')) {
    const without = namesText([...person.allergens, ...person.avoid]).split(', ');
    const list = new Intl.ListFormat('en-AU').format(without);
    return `No ${service} without ${list} on ${day}. Call us: ${facts.phone}.`;
  }
  return `No ${service} keeps until ${day}. Choose another delivery day, or call us: ${facts.phone}.`;
}

function useFavourites() {
  const [favourites, setFavourites] = useState(readFavourites);
  // The list stays as it is while hearts are given: a meal must not move away under the thumb.
  const [first] = useState(favourites);
  useEffect(() => onFavourites(() => setFavourites(readFavourites())), []);
  return { favourites, first };
}

/** What a person's plan leaves for one portion of a day. A second helping comes on top of what the plan expects. */
function dayNeed(
  person: Person,
  { date, mealType, helping = 'first' }: Pick<OpenCell, 'date' | 'mealType' | 'helping'>,
  menu: OrderMenu,
): DayNeed {
  const ofDay = person.mealAssignments.filter((meal) => meal.date === date);
  const here = ofDay.filter((meal) => meal.mealType === mealType);
  const elsewhere = ofDay.filter((meal) => meal.mealType !== mealType);
  const isSecond = helping === 'second';
  const placed = isSecond ? [...elsewhere, ...here.slice(0, 1)] : elsewhere;
  const plan = planServiceKcal(person.calorieTarget);
  return {
    targetKcal: isSecond ? Math.max(dayServiceKcal(person), plan + SECOND_HELPING_KCAL) : plan,
    otherKcal: placed.length === 0 ? null : totalsOf(placed, menu).calories,
  };
}

type LeftOutMealsProps = {
  leftOut: readonly LeftOutMeal[];
  personName: string;
  phone: string;
};

function LeftOutMeals({ leftOut, personName, phone }: LeftOutMealsProps) {
  if (leftOut.length === 0) return null;
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 items-center gap-2 font-semibold text-primary">
        <span className="min-w-0 wrap-anywhere">{leftOutText(leftOut, personName)}</span>
        <span aria-hidden="true" className="group-open:rotate-90">
          ›
        </span>
      </summary>
      <div className="grid gap-2 rounded-2xl bg-sunken p-3 text-ink-soft">
        <ul className="grid gap-1">
          {leftOut.map(({ name, verdict }) => (
            <li key={name} className="wrap-anywhere">
              {name}: {sayOf(verdict)}
            </li>
          ))}
        </ul>
        <p>
          We can’t put these on {personName}’s plate here. Call us:{' '}
          <span className="whitespace-nowrap">{phone}</span>.
        </p>
      </div>
    </details>
  );
}

/** "contains milk", "allergens not declared yet". */
function sayOf(verdict: MealVerdict): string {
  const words = verdictText(verdict);
  return verdict.outcome === 'clash' ? `contains ${words}` : words;
}

/** "3 meals left out for Mia: they declare milk." */
function leftOutText(leftOut: readonly LeftOutMeal[], personName: string): string {
  const verdicts = leftOut.map(({ verdict }) => verdict);
  const clashes = verdicts.filter((one) => one.outcome === 'clash');
  const declared = namesText([...new Set(clashes.flatMap(({ names }) => names))]);
  const has = (outcome: MealVerdict['outcome']) => verdicts.some((one) => one.outcome === outcome);
  const they = clashes.length === 1 ? 'it declares' : 'they declare';
  const reasons = [
    clashes.length > 0 && `${they} ${declared}`,
    has('undeclared') && 'we don’t know all that is in some',
    has('will not keep') && 'some would not keep until then',
  ].filter(Boolean);
  const count = leftOut.length === 1 ? '1 meal' : `${leftOut.length} meals`;
  return `${count} left out for ${personName}: ${reasons.join('; ')}.`;
}

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
const OfferedCard = memo(function OfferedCard(props: OfferedCardProps) {
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
function cardNotes({ otherDates, keeping }: OfferedMeal): string {
  const days = otherDates.map((date) => formatDayAndMonth(date).split(' ', 1)[0]);
  return [days.length > 0 && `Also ${days.join(', ')}`, keeping].filter(Boolean).join(' · ');
}
