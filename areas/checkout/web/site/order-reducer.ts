/**
 * Every change that a customer can make to the order. domain/ordering/order-draft says which of them allow the next
 * step.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  type OrderDraft,
  newOrderDraft,
  type CustomerDraft,
  type RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import {
  type Helping,
  mealCount,
  mealsText,
  type Person,
  placeMeal,
  resizePeople,
} from '#areas/order-book/rules/people.ts';
import type { KeptOrder, OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import {
  type OrderMenu,
  type CellKey,
  isMealOffered,
} from '#areas/checkout/web/site/order-menu.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  removeUnavailableMeals,
  moveDraftToWeek,
  takeOffClashes,
} from '#areas/checkout/rules/draft/carry-over.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/meal-dates.ts';
import type { RecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';

export type HouseholdToOrderFor = Pick<
  OrderDraft,
  'people' | 'customer' | 'contactOf' | 'recipient'
> &
  Pick<KeptOrder, 'household' | 'notices'>;

export type DraftAction =
  | DetailAction
  | { type: 'people counted'; count: number; calorieTarget: number }
  | { type: 'person removed'; index: number }
  | { type: 'person named'; index: number; name: string }
  | { type: 'calorie target chosen'; index: number; calorieTarget: number }
  /** Meals that are not this person's any more come off; can be undone. */
  | { type: 'food needs changed'; index: number; changes: Partial<FoodNeeds>; menu: OrderMenu }
  /** One meal in the same cell of one or more people; null clears it. With `words` it can be undone. */
  | {
      type: 'meal placed';
      people: readonly number[];
      cell: CellKey;
      mealId: number | null;
      helping?: Helping;
      words?: string;
    }
  /** The meal that someone came with is not wanted after all. */
  | { type: 'wish dropped' }
  /** Many meals at once, computed by a domain rule; can be undone. */
  | { type: 'meals replaced'; people: Person[]; weeklyDeliveryDay?: PlainDate; words?: string }
  | { type: 'undone' }
  /** With the people and contact details kept on this device, or with nobody's. Without their meals. */
  | {
      type: 'started over';
      start: HouseholdToOrderFor;
      /** By itself: what was begun by hand meanwhile stays. */
      isUnasked?: boolean;
    }
  /** An earlier order's meals, or others at their places, in place of all there was. */
  | { type: 'put in again'; order: KeptOrder }
  | { type: 'household kept'; household: KeptOrder['household'] }
  | { type: 'kitchen changed'; week: OpenWeek; menu: OrderMenu }
  | { type: 'notice read'; notice: OrderNotice };

export function orderReducer(state: OrderState, action: DraftAction): OrderState {
  const { isNew, ...changed } = reduce(state, action);
  // What the kitchen says is no use.
  return isNew && action.type === 'kitchen changed' ? { ...changed, isNew } : changed;
}

function reduce(state: OrderState, action: DraftAction): OrderState {
  const { draft } = state;
  switch (action.type) {
    case 'people counted':
      return withPeople(state, resizePeople(draft.people, action.count, action.calorieTarget));
    case 'person removed':
      return withPeople(
        state,
        draft.people.filter((_, index) => index !== action.index),
      );
    case 'person named':
      return withPeople(state, changePerson(draft.people, action.index, { name: action.name }));
    case 'calorie target chosen':
      return withPeople(
        state,
        // Second helpings were advised for the plan that is given up here.
        changePerson(draft.people, action.index, {
          calorieTarget: action.calorieTarget,
          secondHelpings: 0,
        }),
      );
    case 'food needs changed':
      return changeFoodNeeds(state, action.index, action.changes, action.menu);
    case 'meal placed':
      return placeMeals(state, action);
    case 'wish dropped':
      return withDraft(state, { wish: undefined });
    case 'meals replaced':
      return replaceMeals(state, action);
    case 'undone':
      return undo(state);
    case 'delivery type chosen':
    case 'weekly day chosen':
    case 'delivery replaced':
    case 'window chosen':
    case 'dates brought':
    case 'late lunches kept':
    case 'food question answered':
    case 'customer edited':
    case 'other contact chosen':
    case 'recipient edited':
      return withDraft(state, detailChanges(draft, action));
    case 'started over': {
      if (action.isUnasked && !state.isNew) return state;
      const { household, notices, ...start } = action.start;
      return { ...withPeople(withDraft(state, start), start.people), household, notices };
    }
    case 'put in again':
      return { ...action.order, undo: null };
    case 'household kept':
      return { ...state, household: action.household };
    case 'kitchen changed':
      return { ...fitToKitchen(state, action.week, action.menu), undo: null };
    case 'notice read':
      return { ...state, notices: state.notices.filter((notice) => notice !== action.notice) };
  }
}

function withDraft(state: OrderState, changes: Partial<OrderDraft>): OrderState {
  return { ...state, draft: { ...state.draft, ...changes } };
}

/** "Undo" ends here: it would restore too much. */
function withPeople(state: OrderState, people: Person[]): OrderState {
  return { ...withDraft(state, withDayAfter(state.draft, people)), undo: null };
}

function placeMeals(
  state: OrderState,
  { people: whose, cell, mealId, helping, words }: Extract<DraftAction, { type: 'meal placed' }>,
): OrderState {
  const { people, weeklyDeliveryDay, wish } = state.draft;
  const placed = people.map((person, index) =>
    whose.includes(index) ? placeMeal(person, cell, mealId, helping) : person,
  );
  const isWish = mealId !== null && mealId === wish;
  const before = isWish ? withDraft(state, { wish: undefined }) : state;
  const toUndo = words === undefined ? null : { people, weeklyDeliveryDay, words };
  return { ...withPeople(before, placed), undo: toUndo };
}

function changeFoodNeeds(
  state: OrderState,
  index: number,
  changes: Partial<FoodNeeds>,
  menu: OrderMenu,
): OrderState {
  const { people, weeklyDeliveryDay } = state.draft;
  const changed = withPeople(state, changePerson(people, index, changes));
  const cleared = withoutClashes(changed, menu);
  const notice = cleared.notices.at(-1);
  return cleared === changed || !notice
    ? changed
    : {
        ...cleared,
        undo: { people, weeklyDeliveryDay, notice, words: 'Taken off because of an allergy.' },
      };
}

function undo(state: OrderState): OrderState {
  if (!state.undo) return state;
  const { notice, people, weeklyDeliveryDay } = state.undo;
  const notices = state.notices.filter((other) => other !== notice);
  return { ...withDraft(state, { people, weeklyDeliveryDay }), notices, undo: null };
}

function replaceMeals(
  state: OrderState,
  { people, weeklyDeliveryDay: day, words }: Extract<DraftAction, { type: 'meals replaced' }>,
): OrderState {
  const { people: before, weeklyDeliveryDay } = state.draft;
  const changed = withPeople(state, people);
  const moved = day === undefined ? changed : withDraft(changed, { weeklyDeliveryDay: day });
  const added = mealCount(people) - mealCount(before);
  const what = added > 0 ? `${mealsText(added)} added` : 'Meals moved';
  return { ...moved, undo: { people: before, weeklyDeliveryDay, words: words ?? what } };
}

function changePerson(
  people: readonly Person[],
  index: number,
  changes: Partial<Person>,
): Person[] {
  return people.map((person, at) => (at === index ? { ...person, ...changes } : person));
}

// The wizard's initial state: the order saved in this browser, updated to the current week and menu, or a new one.

export type OrderState = KeptOrder & {
  /** Nothing was kept, and nothing has been done with it yet. */
  isNew?: boolean;
  /** The people and meals before the last bulk change, for "Undo", and what was said of that change. */
  undo:
    | (Pick<OrderDraft, 'people' | 'weeklyDeliveryDay'> & { notice?: OrderNotice; words: string })
    | null;
};

type OpenWeek = {
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
function fitToKitchen(state: OrderState, week: OpenWeek, menu: OrderMenu): OrderState {
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
function withoutClashes(state: OrderState, menu: OrderMenu): OrderState {
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
function withDayAfter(
  { people: before, weeklyDeliveryDay }: OrderDraft,
  people: Person[],
): Pick<OrderDraft, 'people' | 'weeklyDeliveryDay'> {
  return { people, weeklyDeliveryDay: weeklyDayAfter(weeklyDeliveryDay, before, people) };
}

export type DraftDelivery = Pick<OrderDraft, 'deliveryType' | 'weeklyDeliveryDay' | 'windowByDate'>;

/** What changes delivery, contact or recipient, and neither people nor meals. */
type DetailAction =
  | { type: 'delivery type chosen'; deliveryType: DeliveryType }
  | { type: 'weekly day chosen'; day: PlainDate }
  /** Daily against weekly with its day and window, in one step. */
  | { type: 'delivery replaced'; delivery: DraftDelivery }
  | { type: 'window chosen'; window: DeliveryWindow }
  /** Each in a window of its day. */
  | { type: 'dates brought'; slots: readonly SlotKey[] }
  | { type: 'late lunches kept'; keys: string[] }
  | { type: 'food question answered'; answer: FoodAnswer }
  | { type: 'customer edited'; changes: Partial<CustomerDraft> }
  /** Email and phone are not to be those of an earlier order. */
  | { type: 'other contact chosen' }
  /** Undefined: the food is for the customer. */
  | { type: 'recipient edited'; recipient: RecipientDraft | undefined };

function detailChanges(draft: OrderDraft, action: DetailAction): Partial<OrderDraft> {
  switch (action.type) {
    case 'delivery type chosen':
      return { deliveryType: action.deliveryType };
    case 'weekly day chosen':
      return { weeklyDeliveryDay: action.day };
    case 'delivery replaced':
      return action.delivery;
    case 'window chosen':
      return { deliveryWindow: action.window, windowByDate: {} };
    case 'dates brought':
      return {
        windowByDate: {
          ...draft.windowByDate,
          ...Object.fromEntries(action.slots.map(({ date, window }) => [date, window])),
        },
      };
    case 'late lunches kept':
      return { lateLunchesKept: action.keys };
    case 'food question answered':
      return { foodAnswers: [...(draft.foodAnswers ?? []), action.answer] };
    case 'customer edited':
      return { customer: { ...draft.customer, ...action.changes } };
    case 'other contact chosen':
      return { contactOf: undefined };
    case 'recipient edited':
      return { recipient: action.recipient };
  }
}
