/** What to cook when for a range of delivery dates, with components joined over meals and dates. Ours. */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { keptShare } from '#areas/menu/rules/loss.ts';
import { up, half } from '#areas/menu/rules/rounding.ts';
import {
  type ComponentRecipe,
  type MealRecipe,
  type RecipeLine,
  usesComponent,
} from '#areas/menu/rules/recipe/recipe.ts';
import { type Batches, batchesOf } from './batches.ts';
import {
  type ClosedDays,
  cookDays,
  type Cooking,
  daysToCook,
  daysToKeep,
  type Keeping,
  type CookNeed,
} from './cook-days.ts';

/** Portions of a meal for a delivery date, however many orders they are in. */
export type ServedMeal = {
  mealId: number;
  deliveryDate: PlainDate;
  portions: number;
  /** How long after the delivery a portion may be eaten. */
  shelfLifeDays: number;
};

export type PlannedComponent = ComponentRecipe &
  Keeping & {
    /** It is heated through, so that what goes into it only has to keep until then. */
    restartsLife: boolean;
  };

export type PlanInput = {
  /** With those of some days before `from`, so that what was cooked for them is not counted for later ones. */
  served: readonly ServedMeal[];
  /** Deliveries before this day only use up what is cooked already. Null: there are none. */
  from: PlainDate | null;
  meals: ReadonlyMap<number, MealRecipe>;
  components: ReadonlyMap<number, PlannedComponent>;
  closed: ClosedDays;
  /** What is cooked already. */
  cooked: readonly CookedBatch[];
  /** Days that a cook fixed for a component: needs that may be cooked then are. */
  pins: readonly { componentId: number; cookDate: PlainDate }[];
};

/** Who needs a component: a meal for its delivery date, or another component on its cook day. */
export type User = { mealId: number } | { componentId: number };

export type ComponentNeed = {
  deliveryDate: PlainDate;
  shelfLifeDays: number;
  user: User;
  /** Base units, not rounded. */
  qty: number;
  /** Served or cooked already. */
  isPast: boolean;
};

export type PlannedCooking = Batches & {
  componentId: number;
  cookDate: PlainDate;
  /** Whole base units, without what is cooked already. */
  need: number;
  needs: ComponentNeed[];
  /** The days to which it may be moved. */
  days: PlainDate[];
  /** The last day to eat it. */
  keepsUntil: PlainDate;
};

export type PlanProblem = {
  /** `no_day`: it does not keep as long as is promised, or the kitchen is closed. */
  kind: 'no_day' | 'pot_too_small';
  componentId: number;
  need: ComponentNeed;
};

/** What an ingredient is used for on a day, before peeling. Base units, not rounded: whoever buys rounds once. */
export type IngredientUse = { ingredientId: number; date: PlainDate; qty: number };

export type ProductionPlan = {
  /** By component, parents first, then by day. */
  cookings: PlannedCooking[];
  /** By component: what comes off its needs because it is cooked already, in whole base units. */
  onHand: Map<number, number>;
  problems: PlanProblem[];
  ingredients: IngredientUse[];
};

/** More batches than this on one day come from a mistyped pot. */
const MOST_BATCHES = 200;

/** Meals without a recipe need nothing here. Children follow what is made of their parents. */
export function planProduction(input: PlanInput): ProductionPlan {
  const { meals, components, closed } = input;
  const sums = new Sums();
  for (const served of inSequence(input.served)) {
    const recipe = meals.get(served.mealId);
    const { mealId, portions, deliveryDate, shelfLifeDays } = served;
    if (recipe && portions > 0)
      sums.add(recipe.lines, portions / recipe.basis, {
        user: { mealId },
        deliveryDate,
        shelfLifeDays,
        isPast: input.from !== null && deliveryDate < input.from,
      });
  }
  const plan: Omit<ProductionPlan, 'ingredients'> = {
    cookings: [],
    onHand: new Map(),
    problems: [],
  };
  for (const componentId of parentsFirst(components)) {
    const component = components.get(componentId);
    if (!component) continue;
    const cooked = input.cooked.filter((batch) => batch.componentId === componentId);
    for (const { cookDate, madeQty } of cooked)
      sums.add(component.lines, madeQty / component.pot, {
        user: { componentId },
        deliveryDate: cookDate,
        shelfLifeDays: 0,
        isPast: true,
      });
    const needs = sums.needs.get(componentId) ?? [];
    const { open, covered } = coverFromCooked(component, needs, cooked, closed);
    if (covered > 0) plan.onHand.set(componentId, covered);
    const pinned = input.pins
      .filter((pin) => pin.componentId === componentId)
      .map(({ cookDate }) => cookDate);
    const { cooks, cannot } = pinnedCookDays(component, open, pinned, closed);
    for (const need of cannot) plan.problems.push({ kind: 'no_day', componentId, need });
    for (const cook of cooks) {
      const cooking = cookingOf(componentId, component, cook, closed);
      if (cooking === 'pot_too_small') {
        for (const need of cook.needs.slice(0, 1))
          plan.problems.push({ kind: 'pot_too_small', componentId, need });
      } else if (cooking.need > 0) {
        plan.cookings.push(cooking);
        sums.add(component.lines, cooking.made / component.pot, {
          user: { componentId },
          deliveryDate: cooking.cookDate,
          shelfLifeDays: daysAfter(component, cook),
          isPast: false,
        });
      }
    }
  }
  return { ...plan, ingredients: sums.ingredients() };
}

function cookingOf(
  componentId: number,
  component: PlannedComponent,
  { cookDate, needs }: Cooking<ComponentNeed>,
  closed: ClosedDays,
): PlannedCooking | 'pot_too_small' {
  const need = up(needs.reduce((total, { qty }) => total + qty, 0));
  if (need > component.pot * MOST_BATCHES) return 'pot_too_small';
  return {
    componentId,
    cookDate,
    need,
    needs,
    ...batchesOf(need, component),
    days: sharedDays(component, needs, closed),
    keepsUntil: addDays(cookDate, component.keepsDays),
  };
}

/** How long after this cooking what goes into it has to keep. */
function daysAfter(
  { restartsLife }: PlannedComponent,
  { cookDate, needs }: Cooking<ComponentNeed>,
): number {
  return restartsLife ? 0 : Math.max(...needs.map((need) => daysToKeep(cookDate, need)));
}

type ForWhom = Omit<ComponentNeed, 'qty'>;

/** Sums in doubles; rounded once by whoever reads them. */
class Sums {
  readonly needs = new Map<number, ComponentNeed[]>();
  readonly #uses = new Map<string, IngredientUse>();

  add(lines: readonly RecipeLine[], times: number, forWhom: ForWhom): void {
    for (const line of lines) {
      const qty = (times * line.qty) / keptShare(line.lossBp);
      if (usesComponent(line)) this.#need(line.componentId, { ...forWhom, qty });
      else if (!forWhom.isPast) this.#use(line.ingredientId, forWhom.deliveryDate, qty);
    }
  }

  ingredients(): IngredientUse[] {
    return [...this.#uses.values()].toSorted(
      (a, b) => a.ingredientId - b.ingredientId || (a.date < b.date ? -1 : 1),
    );
  }

  #need(componentId: number, need: ComponentNeed): void {
    this.needs.set(componentId, [...(this.needs.get(componentId) ?? []), need]);
  }

  #use(ingredientId: number, date: PlainDate, qty: number): void {
    const key = `${ingredientId} ${date}`;
    const before = this.#uses.get(key)?.qty ?? 0;
    this.#uses.set(key, { ingredientId, date, qty: before + qty });
  }
}

/** Needs that may be cooked on a fixed day are, on the latest such day; the others as rarely as can be. */
function pinnedCookDays(
  keeping: Keeping,
  needs: readonly ComponentNeed[],
  pinned: readonly PlainDate[],
  closed: ClosedDays,
) {
  const byDay = Map.groupBy(needs, (need) =>
    daysToCook(keeping, need, closed).findLast((day) => pinned.includes(day)),
  );
  const free = cookDays(keeping, byDay.get(undefined) ?? [], closed);
  const fixed = [...byDay].flatMap(([cookDate, theirs]) =>
    cookDate === undefined ? [] : [{ cookDate, needs: theirs }],
  );
  // A day that was fixed and one that was found may be the same.
  const cooks = Map.groupBy([...fixed, ...free.cooks], ({ cookDate }) => cookDate);
  return {
    cannot: free.cannot,
    cooks: [...cooks]
      .map(([cookDate, parts]) => ({ cookDate, needs: parts.flatMap((part) => part.needs) }))
      .toSorted((a, b) => (a.cookDate < b.cookDate ? -1 : 1)),
  };
}

function sharedDays(
  keeping: Keeping,
  needs: readonly ComponentNeed[],
  closed: ClosedDays,
): PlainDate[] {
  const windows = needs.map((need) => daysToCook(keeping, need, closed));
  return (windows[0] ?? []).filter((day) => windows.every((days) => days.includes(day)));
}

/** The sums must not depend on the sequence in which meals came: doubles added in another one differ in the end. */
function inSequence(served: readonly ServedMeal[]): ServedMeal[] {
  return served.toSorted(
    (a, b) =>
      a.mealId - b.mealId ||
      Number(a.deliveryDate > b.deliveryDate) - Number(a.deliveryDate < b.deliveryDate),
  );
}

/** All components, each after those that use it: the longest way down from a meal decides. Recipes are free of circles. */
export function parentsFirst(
  components: ReadonlyMap<number, Pick<ComponentRecipe, 'lines'>>,
): number[] {
  const done = new Set<number>();
  const sorted: number[] = [];
  const visit = (componentId: number) => {
    if (done.has(componentId)) return;
    done.add(componentId);
    for (const line of components.get(componentId)?.lines ?? [])
      if (usesComponent(line)) visit(line.componentId);
    sorted.push(componentId);
  };
  for (const componentId of [...components.keys()].toSorted((a, b) => a - b)) visit(componentId);
  return sorted.toReversed();
}

// What is cooked already comes off what is needed, oldest first.

/** A batch that is done. In whole base units. */
type CookedBatch = {
  componentId: number;
  cookDate: PlainDate;
  madeQty: number;
  /** For what it was cooked for: made, without what was left over or wasted. */
  qty: number;
  /** Left over and still good: for whatever it keeps for. */
  leftQty: number;
};

/** Scales and ladles are not more exact; nobody cooks again for less. */
const WEIGHING_PERCENT = 0.5;

type Supply = { cookDate: PlainDate; isLeftOver: boolean; qty: number };

/**
 * `covered` in whole base units, of needs that are not past. Needs keep their sequence; what is past or covered wholly
 * falls out.
 */
function coverFromCooked<Need extends CookNeed & { qty: number; isPast: boolean }>(
  keeping: Keeping,
  needs: readonly Need[],
  cooked: readonly CookedBatch[],
  closed: ClosedDays,
): { open: Need[]; covered: number } {
  const supplies = cooked
    .toSorted((a, b) => (a.cookDate < b.cookDate ? -1 : 1))
    .flatMap(({ cookDate, qty, leftQty }): Supply[] => [
      { cookDate, isLeftOver: true, qty: leftQty },
      { cookDate, isLeftOver: false, qty: qty * (1 + WEIGHING_PERCENT / 100) },
    ]);
  let covered = 0;
  const rest = new Map(needs.map((need) => [need, need.qty]));
  const bySoonest = needs.toSorted((a, b) => (a.deliveryDate < b.deliveryDate ? -1 : 1));
  for (const supply of supplies)
    for (const need of bySoonest) {
      if (!mayServe(supply, need, keeping, closed)) continue;
      const taken = Math.min(supply.qty, rest.get(need) ?? 0);
      supply.qty -= taken;
      if (!need.isPast) covered += taken;
      rest.set(need, (rest.get(need) ?? 0) - taken);
    }
  const open = needs.flatMap((need) => {
    const qty = rest.get(need) ?? 0;
    return qty > 0 && !need.isPast ? [{ ...need, qty }] : [];
  });
  return { open, covered: half(covered) };
}

function mayServe(
  { cookDate, isLeftOver }: Supply,
  need: CookNeed,
  keeping: Keeping,
  closed: ClosedDays,
): boolean {
  if (!isLeftOver) return daysToCook(keeping, need, closed).includes(cookDate);
  const { deliveryDate, shelfLifeDays } = need;
  const lastEaten = addDays(deliveryDate, shelfLifeDays);
  return cookDate <= deliveryDate && lastEaten <= addDays(cookDate, keeping.keepsDays);
}
