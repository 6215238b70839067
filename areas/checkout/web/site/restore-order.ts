/** The wizard's initial state: the order saved in this browser, updated to the current week and menu, or a new one. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { removeUnavailableMeals, moveDraftToWeek } from '#areas/checkout/rules/draft/carry-over.ts';
import { newOrderDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { takeOffClashes } from '#areas/checkout/rules/draft/clashing-meals.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/weekly-delivery-day.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import type { RecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import type { KeptOrder, OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import { isMealOffered, type OrderMenu } from './order-menu.ts';

export type OrderState = KeptOrder & {
  /** Nothing was kept, and nothing has been done with it yet. */
  isNew?: boolean;
  /** The people and meals before the last bulk change, for "Undo", and what was said of that change. */
  undo:
    | (Pick<OrderDraft, 'people' | 'weeklyDeliveryDay'> & { notice?: OrderNotice; words: string })
    | null;
};

export type OpenWeek = {
  weekStart: PlainDate;
  weekEnd: PlainDate;
  days: readonly { date: PlainDate }[];
};

type Start = {
  kept: KeptOrder | null;
  newCartKey: () => string;
  /** The plan saved by the calorie calculator, if still on offer. */
  recommendedPlan: RecommendedPlan | null;
  week: OpenWeek;
  menu: OrderMenu;
  facts: Pick<BusinessFacts, 'people' | 'defaultCaloriePlan' | 'defaultWindow'>;
};

export function startOrder({
  kept,
  newCartKey,
  recommendedPlan,
  week,
  menu,
  facts,
}: Start): OrderState {
  if (kept === null) {
    const calorieTarget = recommendedPlan?.planCalories ?? facts.defaultCaloriePlan;
    const draft = newOrderDraft(
      { cartKey: newCartKey(), weekStart: week.weekStart, calorieTarget },
      facts,
    );
    const started = {
      draft,
      mealNames: {},
      planTaken: null,
      helpingsTaken: 0,
      notices: [],
      household: null,
      undo: null,
    };
    const taken = { ...takePlan(started, recommendedPlan), notices: [], isNew: true };
    return fitToKitchen(taken, week, menu);
  }
  const people = kept.draft.people.slice(0, facts.people.max);
  const restored = { ...kept, draft: { ...kept.draft, people }, undo: null };
  return takePlan(fitToKitchen(restored, week, menu), recommendedPlan);
}

/** A plan that the calculator has saved since the order was begun goes to the first person: it was made for one. */
function takePlan(state: OrderState, recommended: RecommendedPlan | null): OrderState {
  const [first, ...others] = state.draft.people;
  if (recommended === null || !first) return state;
  const { planCalories: plan, secondHelpings } = recommended;
  if (plan === state.planTaken && secondHelpings === state.helpingsTaken) return state;
  const notice: OrderNotice = { kind: 'plan-taken', personName: first.name, calorieTarget: plan };
  const people = [{ ...first, calorieTarget: plan, secondHelpings }, ...others];
  const notices = first.calorieTarget === plan ? state.notices : [...state.notices, notice];
  return {
    ...state,
    draft: { ...state.draft, people },
    planTaken: plan,
    helpingsTaken: secondHelpings,
    notices,
  };
}

/** Moves an order to this week and removes meals that are not on the menu, with a notice for each. */
export function fitToKitchen(state: OrderState, week: OpenWeek, menu: OrderMenu): OrderState {
  const isThisWeek = state.draft.weekStart === week.weekStart;
  const moved = isThisWeek ? state.draft : moveDraftToWeek(state.draft, week.weekStart);
  const days = week.days.map((day) => day.date);
  const { draft, removed } = removeUnavailableMeals(
    moved,
    (meal) => days.includes(meal.date) && isMealOffered(menu.find(meal.mealId), meal),
  );
  const mealNames = {
    ...state.mealNames,
    ...Object.fromEntries(menu.meals.map((meal) => [String(meal.id), meal.name])),
  };
  const notices = [...state.notices];
  const hadMeals = moved.people.some((person) => person.mealAssignments.length > 0);
  if (!isThisWeek && hadMeals) {
    const { weekStart, weekEnd } = week;
    notices.push({ kind: 'week-moved', weekStart, weekEnd, from: state.draft.weekStart });
  }
  if (removed.length > 0) {
    const meals = removed.map((meal) => ({
      ...meal,
      name: mealNames[String(meal.mealId)] ?? 'A meal',
    }));
    notices.push({ kind: 'meals-dropped', meals });
  }
  return withoutClashes({ ...state, draft, mealNames, notices }, menu);
}

/** Takes off the meals that declare an allergen of the person they are for, with a notice that names them. */
export function withoutClashes(state: OrderState, menu: OrderMenu): OrderState {
  const { people, removed } = takeOffClashes(state.draft.people, menu.find);
  if (removed.length === 0) return state;
  const notice: OrderNotice = {
    kind: 'meals-clash',
    meals: removed.map((meal) => ({
      ...meal,
      name: menu.find(meal.mealId)?.name ?? 'A meal',
    })),
  };
  const draft = { ...state.draft, ...withDayAfter(state.draft, people) };
  const others = state.notices.filter(({ kind }) => kind !== notice.kind);
  return { ...state, draft, notices: [...others, notice] };
}

/** The weekly delivery day follows every change to people or their meals. */
export function withDayAfter(
  { people: before, weeklyDeliveryDay }: OrderDraft,
  people: Person[],
): Pick<OrderDraft, 'people' | 'weeklyDeliveryDay'> {
  return { people, weeklyDeliveryDay: weeklyDayAfter(weeklyDeliveryDay, before, people) };
}
