import { serviceTitle, type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import type {
  PlacedMeal,
  FillMenu,
  FillWish,
  TableFill,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import {
  formatDayAndMonth,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { useOrder } from './order-context.tsx';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { planServiceKcal } from '#areas/menu/rules/plan-share.ts';
import { formatDollars } from '#platform/rules/money.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

export type PlateOfTable = Pick<PlacedMeal, 'date' | 'mealType' | 'mealId'> & { people: number[] };

/** Who has which dish at each sitting, day by day, lunch before dinner. */
function platesOf(placed: readonly PlacedMeal[]): Map<string, PlateOfTable[]> {
  const days = new Map<string, PlateOfTable[]>();
  const sorted = placed.toSorted(
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
  placed: readonly PlacedMeal[];
  /** Why this dish: "♥ yours"; empty: nothing to say. */
  whyOf: (plate: PlateOfTable) => string;
  onSwap: (plate: PlateOfTable) => void;
};

/** A line a day, as food; a tap swaps a dish for the next cheapest. */
export function FillPreview({ placed, whyOf, onSwap }: FillPreviewProps) {
  const { draft, menu, facts } = useOrder();
  const days = platesOf(placed);
  const isBoth = new Set(placed.map(({ mealType }) => mealType)).size > 1;
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

// What filling the week would add, in words, before it adds anything: only what is true.

/** A week further from the plan than this is said to be. */
const NEAR_PERCENT = 10;
/** Averages are said to the nearest of these. */
const FIVES = 5;
const DIETS_BY_STRICTNESS: readonly Diet[] = ['vegan', 'vegetarian', 'pescatarian'];

type FillWords = {
  summary: string;
  /** Sentences about what is missing. `lightTwice`: a tap would let this person's light dishes come twice. */
  notes: { text: string; lightTwice?: number }[];
};

type Filled = {
  table: TableFill;
  wish: FillWish;
  menu: FillMenu;
  people: readonly Person[];
  facts: ServiceFacts;
};

type Days = Record<'open' | 'closed' | 'full', readonly PlainDate[]> & {
  /** Where staff have closed windows of it: "full or closed". */
  whyFull?: string;
};

/** For the week: `open` has a delivery, `closed` has none and stays empty, `full` has no place left. */
export function describeFill(filled: Filled, days: Days): FillWords {
  const { table, wish, facts } = filled;
  const kind = kindOf(
    wish.seats.flatMap(({ mealTypes }) => mealTypes),
    facts,
  );
  const notes = [
    ...dayNotes(days),
    ...wish.seats.flatMap(({ personIndex }) => repeatNote(filled, personIndex, kind)),
    ...wish.seats.flatMap(({ personIndex }) => offPlanNote(filled, personIndex, kind)),
    ...emptyNotes(filled),
  ];
  if (table.leastCents !== null) {
    const text = `These ${kind.plural} cost at least ${formatDollars(table.leastCents)}. Raise the limit or take fewer days.`;
    return { summary: text, notes: dayNotes(days) };
  }
  if (table.placed.length + table.secondHelpings === 0) {
    return { summary: 'There are no more meals to add.', notes };
  }
  return { summary: summaryOf(filled, kind), notes };
}

function summaryOf(filled: Filled, kind: Kind): string {
  const { table, wish } = filled;
  const { placed, secondHelpings, priceCents } = table;
  const dishes = new Set(placed.map(({ mealId }) => mealId)).size;
  const second = secondHelpings === 1 ? '1 second helping' : `${secondHelpings} second helpings`;
  const counted = placed.length === 0 ? [] : [count(placed.length, kind)];
  const added = [...counted, ...(secondHelpings > 0 ? [second] : [])].join(' and ');
  const isAnyTwice = wish.seats.some(({ personIndex }) => repeatsOf(filled, personIndex) > 0);
  const different = dishes === 1 ? '1 dish' : `${dishes} different dishes`;
  return [
    placed.length === 0 ? `${added}.` : `${added}, ${different}.`,
    ...(isAnyTwice || placed.length < 2 ? [] : ['Nobody has one twice.']),
    ...averageText(filled, kind),
    `${formatDollars(priceCents)} + delivery.`,
  ].join(' ');
}

/** "Average 460 Cal a dinner, plan 450.", where all have one plan. */
function averageText(filled: Filled, kind: Kind): string[] {
  const all = filled.wish.seats.map(({ personIndex }) => energyOf(filled, personIndex));
  const fed = all.filter(({ units }) => units > 0);
  const [first] = fed;
  if (!first || fed.some(({ aim }) => aim !== first.aim)) return [];
  const units = fed.reduce((sum, one) => sum + one.units, 0);
  const kcal = fed.reduce((sum, one) => sum + one.kcal, 0) / units;
  return [`Average ${toFives(kcal)} Cal ${unitText(kind)}, plan ${first.aim}.`];
}

function unitText(kind: Kind): string {
  return kind.isMixed ? 'a day' : `a ${kind.name}`;
}

type Energy = {
  /** Days with both meals, or single meals. */
  units: number;
  kcal: number;
  /** What the plan asks of each. */
  aim: number;
};

function energyOf({ table, wish, menu, people }: Filled, personIndex: number): Energy {
  const person = people[personIndex];
  const seat = wish.seats.find((one) => one.personIndex === personIndex);
  const placed = table.placed.filter((one) => one.personIndex === personIndex);
  const kcal = placed.reduce((sum, { mealId }) => sum + (menu.find(mealId)?.calories ?? 0), 0);
  const share = planServiceKcal(person?.calorieTarget ?? 0);
  const isBoth = (seat?.mealTypes.length ?? 0) > 1;
  return {
    units: isBoth ? placed.length / 2 : placed.length,
    kcal,
    aim: isBoth ? share : share / 2,
  };
}

/** Times that a dish comes once more for this person. */
function repeatsOf({ table }: Filled, personIndex: number): number {
  const all = table.people[personIndex]?.mealAssignments ?? [];
  const added = table.placed.filter((one) => one.personIndex === personIndex);
  return added.filter(
    ({ mealId, date }) =>
      all.filter((one) => one.mealId === mealId && one.date !== date).length > 0,
  ).length;
}

/** "We bring food Mon to Fri: Sat and Sun stay empty." "Wed 2 Dec is full, so it’s left out." */
function dayNotes({ open, closed, full, whyFull = 'full' }: Days): FillWords['notes'] {
  const verb = closed.length === 1 ? 'stays' : 'stay';
  const empty = `We bring food ${daysText(open)}: ${listed(closed.map(shortDay))} ${verb} empty.`;
  const are = full.length === 1 ? `is ${whyFull}, so it’s` : `are ${whyFull}, so they’re`;
  return [
    ...(closed.length === 0 || open.length === 0 ? [] : [{ text: empty }]),
    ...(full.length === 0
      ? []
      : [{ text: `${listed(full.map(formatDayAndMonth))} ${are} left out.` }]),
  ];
}

/** From Monday on: "Mon to Fri", "Mon, Wed and Fri". */
function daysText(dates: readonly PlainDate[]): string {
  const fromMonday = (date: PlainDate) => (weekdayOf(date) + 6) % 7;
  const sorted = dates.toSorted((a, b) => fromMonday(a) - fromMonday(b));
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const isRange = sorted.length > 2 && fromMonday(last) - fromMonday(first) === sorted.length - 1;
  return isRange ? `${shortDay(first)} to ${shortDay(last)}` : listed(sorted.map(shortDay));
}

function shortDay(date: PlainDate): string {
  return weekdayName(weekdayOf(date)).slice(0, 3);
}

/** "Only 3 dinners are vegan this week, so Ben has each more than once." */
function repeatNote(filled: Filled, personIndex: number, kind: Kind): FillWords['notes'] {
  const { people, wish } = filled;
  const person = people[personIndex];
  const seat = wish.seats.find((one) => one.personIndex === personIndex);
  if (!person || seat?.hasLightTwice === true || repeatsOf(filled, personIndex) === 0) return [];
  const choices = choicesOf(filled, personIndex);
  const diet = DIETS_BY_STRICTNESS.find((one) => person.diets.includes(one));
  const isOne = choices.size === 1;
  const what = diet
    ? `${isOne ? 'is' : 'are'} ${diet}`
    : `${isOne ? 'fits' : 'fit'} ${person.name}`;
  const placed = filled.table.people[personIndex]?.mealAssignments ?? [];
  const isEach = [...choices].every(
    (id) => placed.filter(({ mealId }) => mealId === id).length > 1,
  );
  const which = isOne ? 'it' : isEach ? 'each' : 'some';
  const text = `Only ${count(choices.size, kind)} ${what} this week, so ${person.name} has ${which} more than once.`;
  return [{ text }];
}

function choicesOf({ wish, menu, people }: Filled, personIndex: number): Set<number> {
  const person = people[personIndex];
  const seat = wish.seats.find((one) => one.personIndex === personIndex);
  if (!person || !seat) return new Set();
  return new Set(
    seat.days.flatMap((date) =>
      seat.mealTypes.flatMap((mealType) =>
        menu.eligible(person, { date, mealType }, people).map(({ id }) => id),
      ),
    ),
  );
}

/** "Leo's dinners average 435 Cal, the plan asks for 360: only 3 are that light." */
function offPlanNote(filled: Filled, personIndex: number, kind: Kind): FillWords['notes'] {
  const { people, menu, wish } = filled;
  const person = people[personIndex];
  const { units, kcal, aim } = energyOf(filled, personIndex);
  if (!person || units === 0) return [];
  const average = kcal / units;
  if (Math.abs(average - aim) * 100 <= NEAR_PERCENT * aim) return [];
  const seat = wish.seats.find((one) => one.personIndex === personIndex);
  const isHeavy = average > aim;
  const perMeal = planServiceKcal(person.calorieTarget) / 2;
  const near = [...choicesOf(filled, personIndex)].filter((id) => {
    const calories = menu.find(id)?.calories ?? 0;
    return isHeavy
      ? calories * 100 <= perMeal * (100 + NEAR_PERCENT)
      : calories * 100 >= perMeal * (100 - NEAR_PERCENT);
  });
  const are = near.length === 1 ? 'only 1 is' : `only ${near.length} are`;
  const those = near.length === 0 ? 'none is' : are;
  const unit = kind.isMixed ? 'days' : kind.plural;
  const text = `${person.name}’s ${unit} average ${toFives(average)} Cal, the plan asks for ${aim}: ${those} that ${isHeavy ? 'light' : 'hearty'}.`;
  const isOffered = isHeavy && near.length > 0 && seat?.hasLightTwice !== true;
  return [isOffered ? { text, lightTwice: personIndex } : { text }];
}

function emptyNotes({ table, people, wish, facts }: Filled): FillWords['notes'] {
  return wish.seats.flatMap(({ personIndex }) =>
    MEAL_TYPES.flatMap((mealType) => {
      const days = table.emptyCells
        .filter((cell) => cell.personIndex === personIndex && cell.mealType === mealType)
        .map(({ date }) => formatDayAndMonth(date));
      const name = people.length > 1 ? ` for ${people[personIndex]?.name}` : '';
      return days.length === 0
        ? []
        : [
            {
              text: `No ${serviceOf(mealType, facts).name}${name} on ${days.join(', ')}: we leave that empty.`,
            },
          ];
    }),
  );
}

type Kind = { name: string; plural: string; isMixed: boolean };

function kindOf(mealTypes: readonly MealType[], facts: ServiceFacts): Kind {
  const [first, ...others] = new Set(mealTypes);
  return first && others.length === 0
    ? { ...serviceOf(first, facts), isMixed: false }
    : { name: 'meal', plural: 'meals', isMixed: true };
}

function count(number: number, kind: Kind): string {
  return `${number} ${number === 1 ? kind.name : kind.plural}`;
}

function toFives(kcal: number): number {
  return Math.round(kcal / FIVES) * FIVES;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-AU').format(names);
}
