import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { formatAdvice, storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  type CellOfWeek,
  type MealRule,
  mayBeChosen,
  mealRuleFor,
  type MealVerdict,
  verdictText,
} from '#areas/checkout/rules/draft/meal-for.ts';
import { deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import { leftToPlace, portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { mealsFor, type OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import type { OrderInWizard } from '#areas/checkout/web/site/order-context.tsx';
import { type DishKind, DISH_KINDS, isOfKind, NO_FILTER } from '#areas/menu/rules/menu-filter.ts';
import { filterMeals } from '#areas/menu/rules/filter-meals.ts';
import { isHot } from '#areas/menu/rules/match-search.ts';
import type { MenuSearch } from '#areas/menu/rules/read-search.ts';
import { type Says, saysOf } from '#areas/menu/rules/search-menu.ts';
import { type MealOnMenu, mealOnMenu } from '#areas/menu/web/site/meal-on-menu.ts';

export type OfferedMeal = {
  meal: MealReply;
  /** What speaks against it and does not hold it; empty: nothing. */
  missedDiets: string;
  /** What may be in it that they can't have: to be read before it is chosen. */
  hasTraces: boolean;
  /** Other days of the week on which they have it. */
  otherDates: readonly PlainDate[];
  /** "Freeze on arrival"; empty for a meal that stays in the fridge until its day. */
  keeping: string;
  /** How many more may be placed on this day; null: enough for everyone. */
  left: number | null;
  /** For this day: shown, and not to be chosen. */
  isSoldOut: boolean;
};

/** What they may not have, or what would not keep until then. */
export type LeftOutMeal = { name: string; verdict: MealVerdict };

export type Offer = { offered: OfferedMeal[]; leftOut: LeftOutMeal[] };

type OfferedTo = Pick<OrderInWizard, 'draft' | 'menu' | 'facts' | 'week'>;

/** Every meal of that kind and day is in one of the two lists. */
export function offerTo(order: OfferedTo, person: Person, cell: CellOfWeek): Offer {
  const { draft, menu, facts, week } = order;
  const portions = portionsInWeek(week.days);
  const rule = mealRuleFor(draft, facts, { left: portions });
  const deliveryDate = deliveryDatesOf(draft, facts)(cell.date);
  const offer: Offer = { offered: [], leftOut: [] };
  for (const meal of mealsFor(menu, cell)) {
    const verdict = rule(person, meal, cell);
    const isSoldOut = verdict.outcome === 'sold out';
    if (!isSoldOut && !mayBeChosen(verdict)) {
      offer.leftOut.push({ name: meal.name, verdict });
      continue;
    }
    offer.offered.push({
      meal,
      missedDiets: isSoldOut ? '' : verdictText(verdict),
      hasTraces: verdict.outcome === 'traces',
      otherDates: person.mealAssignments
        .filter((other) => other.mealId === meal.id && other.date !== cell.date)
        .map(({ date }) => date),
      keeping: keepingText(meal, { deliveryDate, mealDate: cell.date }, facts),
      left: leftToPlace(portions, draft.people, { person, mealId: meal.id, cell }),
      isSoldOut,
    });
  }
  return offer;
}

export function mealsThatSuit(
  { menu, rule }: { menu: OrderMenu; rule: MealRule },
  person: Person,
  cell: CellOfWeek,
  people?: readonly Person[],
): MealReply[] {
  return mealsFor(menu, cell).filter((meal) => rule(person, meal, cell, people).outcome === 'ok');
}

function keepingText(
  meal: MealReply,
  days: { deliveryDate: PlainDate; mealDate: PlainDate },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): string {
  const advice = storageAdvice({ ...meal, ...days }, facts);
  return advice.plan === 'freeze' ? (formatAdvice(advice) ?? '') : '';
}

/** How one person's menu is narrowed: by words, kinds of dish and hearts. It is a view, and no need of theirs. */
export type PickerView = { search: string; kind: DishKind | 'chilli' | 'hearts' | null };

export const NO_VIEW: PickerView = { search: '', kind: null };

type Narrowed = {
  shown: OfferedMeal[];
  search: MenuSearch | null;
  says: readonly Says[];
};

/** Read once for each meal: what words were read as is kept with it. */
const known = new WeakMap<MealReply, MealOnMenu>();

function toSearch(meal: MealReply): MealOnMenu {
  const read = known.get(meal) ?? mealOnMenu(meal);
  known.set(meal, read);
  return read;
}

export function narrow(
  offered: readonly OfferedMeal[],
  { search, kind }: PickerView,
  { hearts, phone }: { hearts: readonly number[]; phone: string },
): Narrowed {
  const ofKind = offered.filter(({ meal }) => kind === null || fits(meal, kind, hearts));
  if (search.trim() === '') return { shown: ofKind, search: null, says: [] };
  const meals = ofKind.map(({ meal }) => toSearch(meal));
  const found = filterMeals(meals, { ...NO_FILTER, search });
  const byId = new Map(ofKind.map((one) => [one.meal.id, one]));
  const shown = found.shown.flatMap(({ id }) => byId.get(id) ?? []);
  return {
    shown,
    search: found.search,
    says: saysOf(meals, { written: search, search: found.search }, phone),
  };
}

export type KindCount = { kind: NonNullable<PickerView['kind']>; count: number };

/** Kinds without a meal are left out. */
export function countKinds(
  offered: readonly OfferedMeal[],
  hearts: readonly number[],
): KindCount[] {
  const kinds = [...DISH_KINDS, 'chilli', 'hearts'] as const;
  return kinds
    .map((kind) => ({ kind, count: offered.filter(({ meal }) => fits(meal, kind, hearts)).length }))
    .filter(({ count }) => count > 0);
}

function fits(
  meal: MealReply,
  kind: NonNullable<PickerView['kind']>,
  hearts: readonly number[],
): boolean {
  if (kind === 'hearts') return hearts.includes(meal.id);
  return kind === 'chilli' ? isHot(toSearch(meal)) : isOfKind(toSearch(meal), kind);
}
