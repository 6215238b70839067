/** What to cook when for a range of delivery dates, with components joined over meals and dates. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  keptShare,
  type ComponentRecipe,
  type MealRecipe,
  type RecipeLine,
  usesComponent,
  type WorkMinutes,
} from '#areas/menu/rules/recipe.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { batchesOf } from '#areas/kitchen/rules/batches.ts';
import {
  type CookedBatch,
  coverFromCooked,
  isMore,
  cookDays,
  type Cooking,
  type CookNeed,
  dayFinder,
  daysToKeep,
  type Keeping,
} from '#areas/kitchen/rules/cook-days.ts';
import {
  coldBy,
  earlierTime,
  type KitchenClock,
  workTimes,
  type WorkTimes,
  workTimesOn,
} from '#areas/kitchen/rules/kitchen-clock.ts';

export type ServedMeal = {
  mealId: number;
  deliveryDate: PlainDate;
  window: DeliveryWindow;
  portions: number;
  /** How long after the delivery a portion may be eaten. */
  shelfLifeDays: number;
};

/** `minutes` null: it is filled on its delivery day, from what is cold by then. */
export type MealToPlan = MealRecipe & { minutes: WorkMinutes | null };

export type PlannedComponent = ComponentRecipe &
  Keeping & {
    minutes: WorkMinutes;
    /** It is heated through, so that what goes into it only has to keep until then. */
    restartsLife: boolean;
  };

export type PlanInput = {
  /** With those of some days before `from`, so that what was cooked for them is not counted for later ones. */
  served: readonly ServedMeal[];
  /** Deliveries before this day only use up what is cooked already. Null: there are none. */
  from: PlainDate | null;
  meals: ReadonlyMap<number, MealToPlan>;
  components: ReadonlyMap<number, PlannedComponent>;
  kitchen: KitchenClock;
  /** What is cooked already. */
  cooked: readonly CookedBatch[];
  /** Days that a cook fixed for a component: needs that may be cooked then are. */
  pins: readonly { componentId: number; cookDate: PlainDate }[];
};

/** Who needs a component: a meal for its delivery window, or another component on its cook day. */
export type User = { mealId: number; window: DeliveryWindow } | { componentId: number };

export type ComponentNeed = CookNeed & {
  user: User;
  /** Base units, not rounded. */
  qty: number;
  /** Served or cooked already. */
  isPast: boolean;
};

export type PlannedCooking = {
  componentId: number;
  cookDate: PlainDate;
  /** When the first of its needs asks for it. */
  times: WorkTimes;
  /** Whole base units, without what is cooked already. */
  need: number;
  batches: number[];
  made: number;
  /** Made, and needed by nobody in this plan: waste, unless it is entered as left over. */
  surplus: number;
  needs: ComponentNeed[];
  /** What is over of it goes to these, on later days. */
  laterNeeds: ComponentNeed[];
  /** The days to which it may be moved. */
  days: PlainDate[];
  /** The last day to eat it. */
  keepsUntil: PlainDate;
};

export type PlanProblem =
  /** `no_day`: it does not keep as long as is promised, or the kitchen is closed. */
  | { kind: 'no_day' | 'pot_too_small'; componentId: number; need: ComponentNeed }
  /** It takes longer than the kitchen is ever open. */
  | { kind: 'longer_than_open'; user: { mealId: number } | { componentId: number } };

/** What an ingredient is used for on a day, before peeling. Base units, not rounded: anyone who buys rounds once. */
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
  const { components, kitchen } = input;
  const plan: Omit<ProductionPlan, 'ingredients'> = {
    cookings: [],
    onHand: new Map(),
    problems: [],
  };
  const sums = new Sums();
  addMeals(input, sums, plan.problems);
  for (const componentId of parentsFirst(components)) {
    const component = components.get(componentId);
    if (!component) continue;
    const cooked = input.cooked.filter((batch) => batch.componentId === componentId);
    for (const { cookDate, madeQty } of cooked)
      sums.add(component.lines, madeQty / component.pot, {
        user: { componentId },
        deliveryDate: cookDate,
        due: { date: cookDate, minuteOfDay: 0 },
        shelfLifeDays: 0,
        isPast: true,
      });
    const needs = sums.needs.get(componentId) ?? [];
    const { open, covered } = coverFromCooked(component, needs, cooked);
    if (covered > 0) plan.onHand.set(componentId, covered);
    const keepsDays = keptWithParts(componentId, components);
    const daysOf = dayFinder(component, kitchen);
    const problems: PlanProblem[] = [];
    const found: PlannedCooking[] = [];
    const { cannot } = cookDays(component, open, kitchen, {
      daysOf,
      pinned: input.pins
        .filter((pin) => pin.componentId === componentId)
        .map((pin) => pin.cookDate),
      leaves(cook) {
        const cooking = cookingOf(componentId, component, cook, { kitchen, daysOf });
        if (cooking !== 'pot_too_small') {
          if (cooking.need > 0) found.push(cooking);
          return (need) => servedBySurplus(cooking, need, keepsDays);
        }
        for (const need of cook.needs.slice(0, 1))
          problems.push({ kind: 'pot_too_small', componentId, need });
        return (need) => need;
      },
    });
    plan.problems.push(...noDays(componentId, component, cannot, kitchen), ...problems);
    for (const cooking of found) {
      plan.cookings.push(cooking);
      const { cookDate, times, made } = cooking;
      sums.add(component.lines, made / component.pot, {
        user: { componentId },
        deliveryDate: times.start.date,
        due: times.start,
        shelfLifeDays: daysBetween(times.start.date, cookDate) + daysAfter(component, cooking),
        isPast: false,
      });
    }
  }
  return { ...plan, ingredients: sums.ingredients() };
}

/** What meals need, ready before their own work starts: without minutes of their own, cold before they are packed. */
function addMeals(
  { served, from, meals, kitchen }: PlanInput,
  sums: Sums,
  problems: PlanProblem[],
) {
  const tooLong = new Set<number>();
  for (const { mealId, portions, deliveryDate, window, shelfLifeDays } of inSequence(served)) {
    const recipe = meals.get(mealId);
    if (!recipe || portions <= 0) continue;
    const cold = coldBy({ date: deliveryDate, window }, kitchen);
    const work = recipe.minutes && workTimes(recipe.minutes, cold, kitchen);
    if (work && 'error' in work && work.error === 'longer_than_open') tooLong.add(mealId);
    sums.add(recipe.lines, portions / recipe.basis, {
      user: { mealId, window },
      deliveryDate,
      due: work && 'start' in work ? work.start : cold,
      shelfLifeDays,
      isPast: from !== null && deliveryDate < from,
    });
  }
  for (const mealId of tooLong) problems.push({ kind: 'longer_than_open', user: { mealId } });
}

function noDays(
  componentId: number,
  component: PlannedComponent,
  cannot: readonly ComponentNeed[],
  kitchen: KitchenClock,
): PlanProblem[] {
  const [first] = cannot;
  if (!first) return [];
  const times = workTimes(component.minutes, first.due, kitchen);
  return 'error' in times && times.error === 'longer_than_open'
    ? [{ kind: 'longer_than_open', user: { componentId } }]
    : cannot.map((need) => ({ kind: 'no_day', componentId, need }));
}

function cookingOf(
  componentId: number,
  component: PlannedComponent,
  { cookDate, needs }: Cooking<ComponentNeed>,
  { kitchen, daysOf }: { kitchen: KitchenClock; daysOf: (need: CookNeed) => readonly PlainDate[] },
): PlannedCooking | 'pot_too_small' {
  const need = up(needs.reduce((total, { qty }) => total + qty, 0));
  if (need > component.pot * MOST_BATCHES) return 'pot_too_small';
  const due = needs.map((one) => one.due).reduce(earlierTime);
  const times = workTimesOn(cookDate, component.minutes, due, kitchen);
  if (!times) throw new Error('a cooking on a day on which it does not fit');
  return {
    componentId,
    cookDate,
    times,
    need,
    needs,
    laterNeeds: [],
    ...batchesOf(need, component),
    days: sharedDays(needs.map(daysOf)),
    keepsUntil: addDays(cookDate, component.keepsDays),
  };
}

/** Takes what is over of a cooking for a need of a later day, as long as it keeps. What is left of the need; null: nothing. */
function servedBySurplus(
  cooking: PlannedCooking,
  need: ComponentNeed,
  keepsDays: number,
): ComponentNeed | null {
  if (cooking.surplus <= 0 || daysToKeep(cooking.cookDate, need) > keepsDays) return need;
  const taken = Math.min(cooking.surplus, need.qty);
  cooking.surplus -= taken;
  cooking.laterNeeds.push({ ...need, qty: taken });
  return isMore(need.qty - taken) ? { ...need, qty: need.qty - taken } : null;
}

/** How long it keeps with what goes into it, unless that is heated through here. */
function keptWithParts(
  componentId: number,
  components: ReadonlyMap<number, PlannedComponent>,
): number {
  const component = components.get(componentId);
  if (!component) return 0;
  const parts = component.restartsLife ? [] : component.lines.filter(usesComponent);
  return Math.min(
    component.keepsDays,
    ...parts.map((part) => keptWithParts(part.componentId, components)),
  );
}

/** How long after this cooking what goes into it has to keep. */
function daysAfter(
  { restartsLife }: PlannedComponent,
  { cookDate, needs, laterNeeds }: PlannedCooking,
): number {
  if (restartsLife) return 0;
  return Math.max(...[...needs, ...laterNeeds].map((need) => daysToKeep(cookDate, need)));
}

/** Sums in doubles; rounded once by anyone who reads them. */
class Sums {
  readonly needs = new Map<number, ComponentNeed[]>();
  readonly #uses = new Map<string, IngredientUse>();

  add(lines: readonly RecipeLine[], times: number, forWhom: Omit<ComponentNeed, 'qty'>): void {
    for (const line of lines) {
      const qty = (times * line.qty) / keptShare(line.lossBp);
      if (usesComponent(line)) this.#need(line.componentId, { ...forWhom, qty });
      else if (!forWhom.isPast) this.#use(line.ingredientId, forWhom.deliveryDate, qty);
    }
  }

  ingredients(): IngredientUse[] {
    return [...this.#uses.values()].toSorted(
      (a, b) => a.ingredientId - b.ingredientId || compareText(a.date, b.date),
    );
  }

  #need(componentId: number, need: ComponentNeed): void {
    const known = this.needs.get(componentId);
    if (known) known.push(need);
    else this.needs.set(componentId, [need]);
  }

  #use(ingredientId: number, date: PlainDate, qty: number): void {
    const key = `${ingredientId} ${date}`;
    const before = this.#uses.get(key)?.qty ?? 0;
    this.#uses.set(key, { ingredientId, date, qty: before + qty });
  }
}

function sharedDays(choices: readonly (readonly PlainDate[])[]): PlainDate[] {
  return (choices[0] ?? []).filter((day) => choices.every((days) => days.includes(day)));
}

/** The sums must not depend on the sequence in which meals came: doubles added in another one differ in the end. */
function inSequence(served: readonly ServedMeal[]): ServedMeal[] {
  return served.toSorted(
    (a, b) =>
      a.mealId - b.mealId ||
      compareText(a.deliveryDate, b.deliveryDate) ||
      compareText(a.window, b.window),
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
