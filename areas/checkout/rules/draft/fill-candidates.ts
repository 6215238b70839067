/** What filling a table is asked for and chooses from. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

export type CellToFill = { date: PlainDate; mealType: MealType };

/** A meal as far as filling a week looks at it. */
export type FillMeal = {
  id: number;
  mealType: MealType;
  calories: number;
  priceCents: Cents;
  main: MainIngredient | null;
};

/** A meal that this person may have at this time. */
export type Candidate = FillMeal & {
  /** On arrival, because it is eaten long after its delivery. */
  isToFreeze: boolean;
};

/** The meals that a person may have in a cell, by whatever rules apply there, in the menu's order. */
export type EligibleMeals = (
  person: Person,
  cell: CellToFill,
  people: readonly Person[],
) => readonly Candidate[];

export type FillMenu = {
  eligible: EligibleMeals;
  /** A meal that is placed already. */
  find: (mealId: number) => FillMeal | undefined;
  /** What is left of a meal on a day, with what is placed already; enough of all when missing. */
  left?: PortionsOf;
  /** Whether it has a heart on this device, or five stars of this household. */
  isHearted?: (mealId: number) => boolean;
  /** Whether they had it last week. */
  wasHad?: (mealId: number) => boolean;
};

/** What one person is to get; days that cannot be delivered are not among them. */
export type SeatWish = {
  personIndex: number;
  days: readonly PlainDate[];
  mealTypes: readonly MealType[];
  /** A light dish may come again, three or more days later. */
  hasLightTwice?: boolean;
};

export type FillWish = {
  seats: readonly SeatWish[];
  together: 'own' | 'same';
  /** All that is added costs at most this; null: no limit. */
  limitCents: Cents | null;
  hasSecond: boolean;
  /** What was had last week and has no heart comes only before a dish comes twice. */
  isNew?: boolean;
};

export type PlacedMeal = CellToFill & { personIndex: number; mealId: number };

export type TableFill = {
  /** As they would be; unchanged where the limit cannot be kept. */
  people: Person[];
  /** First helpings that were added. */
  placed: PlacedMeal[];
  secondHelpings: number;
  priceCents: Cents;
  /** Places for which there is no meal that this person may have. */
  emptyCells: (CellToFill & { personIndex: number })[];
  /** What these meals cost at least, where that is more than the limit; null: the limit is kept. */
  leastCents: Cents | null;
};
