/**
 * Every change that a customer can make to the order. domain/ordering/order-draft says which of them allow the next
 * step.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
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
import { type DetailAction, detailChanges } from './detail-changes.ts';
import type { OrderMenu, CellKey } from './order-menu.ts';
import {
  fitToKitchen,
  type OpenWeek,
  type OrderState,
  withDayAfter,
  withoutClashes,
} from './restore-order.ts';

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
  | { type: 'laid again'; order: KeptOrder }
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
    case 'laid again':
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
