import { mealDaysOfWeek } from '#areas/order-book/rules/meal-days.ts';
import type { OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  draftOfPastOrder,
  layAgain,
  type MealNotLaid,
  whyNotLaidText,
  layOtherMeals,
  type LayWay,
} from '#areas/checkout/rules/draft/lay-again.ts';
import type { FillWish } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import type { MealAssignment } from '#areas/order-book/rules/people.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealsAt, placeMeal } from '#areas/order-book/rules/people.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/meal-dates.ts';
import { nearestInstead } from '#areas/checkout/rules/draft/meal-for.ts';
import {
  type KeptOrder,
  needsAdded,
  type OrderNotice,
} from '#areas/order-book/web/kept-order-draft.ts';
import { daysToFill, fillMenu } from '#areas/checkout/web/site/fill-answers.ts';
import {
  type RememberedHousehold,
  type Taste,
  tasteOf,
} from '#areas/checkout/web/site/kept-households.ts';
import type { OrderInWizard } from '#areas/checkout/web/site/order-context.tsx';
import { orderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { readRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';

type Kitchen = { week: OrderingWeekReply; meals: readonly MealReply[]; facts: BusinessFacts };

/**
 * An order of the link `token`, placed into the open week as the wizard keeps it: its meals or others at their places. What
 * could not be placed is in its notice.
 * `household`: the one kept on this device whose order it was; what it knows its people may not eat is added.
 */
export function layOrder(
  past: OrderAgainReply,
  token: string,
  household: RememberedHousehold | null,
  { week, meals, facts }: Kitchen,
  way: LayWay,
): KeptOrder {
  const { email, phone, ...customer } = past.customer;
  const { people, added } = unitePeople(past.people, household?.people ?? []);
  const before = draftOfPastOrder(
    { ...past, people, customer: { ...customer, email: '', phone: '' } },
    newKey(),
    facts,
  );
  const menu = orderMenu(meals, facts);
  const taste = tasteOf(household);
  const portionsLeft = portionsInWeek(week.days);
  const { weekStart } = week;
  const again = layAgain(before, { weekStart, find: menu.find, portionsLeft, facts });
  const suiting = menu.meals.filter(({ id }) => !taste.disliked.includes(id));
  const had = past.items.map(({ mealId }) => mealId);
  const together = household?.fill?.together ?? 'own';
  const { draft, missing } =
    way === 'same'
      ? {
          draft: layInstead(again, past, { meals: suiting, portionsLeft, facts }),
          missing: missingOf(again),
        }
      : layOthers(again, way, { menu, facts, week }, { taste, had, together });
  // The plan that the calculator saved was for an order that began then: these people have theirs.
  const plan = readRecommendedPlan(facts.caloriePlans);
  return {
    draft: {
      ...draft,
      contactOf: { token, email, phone },
      // A card is for one occasion.
      recipient: past.recipient ? { ...past.recipient, message: '' } : undefined,
    },
    mealNames: Object.fromEntries(past.items.map(({ mealId, mealName }) => [mealId, mealName])),
    planTaken: plan?.planCalories ?? null,
    helpingsTaken: plan?.secondHelpings ?? 0,
    notices: [noticeOf(past, way, missing), ...needsAdded(added, 'as kept on this device')],
    household: household && { id: household.id, name: household.name },
  };
}

/** The nearest that suits in place of each meal that is not to be had; where nothing does, its place stays empty. */
function layInstead(
  { draft: placed, notLaid }: ReturnType<typeof layAgain>,
  { items }: OrderAgainReply,
  kitchen: Parameters<typeof nearestInstead<MealReply>>[3],
): OrderDraft {
  let draft = placed;
  for (const { why, personName, ...meal } of notLaid) {
    const index = draft.people.findIndex(({ name }) => name === personName);
    const person = draft.people[index];
    const item = items.find(({ mealId }) => mealId === meal.mealId);
    const instead =
      person && item && why.outcome !== 'no room'
        ? nearestInstead(draft, person, { ...item, ...meal }, kitchen)
        : null;
    if (!person || !instead) continue;
    const helping = mealsAt(person, meal).length === 0 ? 'first' : 'second';
    const people = draft.people.with(index, placeMeal(person, meal, instead.id, helping));
    const weeklyDeliveryDay = weeklyDayAfter(draft.weeklyDeliveryDay, draft.people, people);
    draft = { ...draft, people, weeklyDeliveryDay };
  }
  return draft;
}

/** `words`: what follows its name. `at`: its place among the meals of that time. */
type Missing = MealAssignment & { personName: string; words: string; at: number };

/** What could not be ordered again, each as it stands among the meals that could. */
function missingOf({ draft, notLaid }: ReturnType<typeof layAgain>): Missing[] {
  return notLaid.map(({ why, ...meal }, index) => {
    const isBeside = (other: MealNotLaid) =>
      other.personName === meal.personName &&
      other.date === meal.date &&
      other.mealType === meal.mealType;
    const person = draft.people.find(({ name }) => name === meal.personName);
    const placed = person ? mealsAt(person, meal).length : 0;
    const at = placed + notLaid.slice(0, index).filter(isBeside).length;
    return { ...meal, words: whyNotLaidText(why), at };
  });
}

/** Other meals at the places of that order, on days on which food comes. */
function layOthers(
  { draft, notLaid }: ReturnType<typeof layAgain>,
  way: Exclude<LayWay, 'same'>,
  kitchen: Pick<OrderInWizard, 'menu' | 'facts' | 'week'>,
  wishes: { taste: Taste; had: readonly number[]; together: FillWish['together'] },
): { draft: OrderDraft; missing: Missing[] } {
  const { week, facts, menu: menuToday } = kitchen;
  const places = draft.people.flatMap(({ name, mealAssignments }, personIndex) =>
    [...mealAssignments, ...notLaid.filter(({ personName }) => personName === name)].map(
      ({ date, mealType, mealId }) => ({ personIndex, personName: name, date, mealType, mealId }),
    ),
  );
  const mealDays = mealDaysOfWeek(
    week.days,
    { meals: menuToday.meals, people: draft.people },
    facts,
  );
  const days = daysToFill({ draft, ...kitchen }, mealDays);
  const open = places.filter(({ date }) => days.includes(date));
  const emptied = draft.people.map((person) => ({ ...person, mealAssignments: [] }));
  const first = open.map(({ date }) => date).toSorted()[0];
  const menu = fillMenu({ draft: { ...draft, people: emptied }, ...kitchen }, { first, ...wishes });
  const { people } = layOtherMeals(emptied, open, way, menu, wishes.together);
  const missing = places
    .filter(
      ({ personIndex, ...place }) => mealsAt(people[personIndex] ?? NOBODY, place).length === 0,
    )
    .map(({ personIndex: _personIndex, ...place }) => ({
      ...place,
      words: days.includes(place.date)
        ? 'has nothing in its place that suits'
        : 'has nothing in its place: no food comes that day',
      at: 0,
    }));
  const weeklyDeliveryDay = weeklyDayAfter(draft.weeklyDeliveryDay, emptied, people);
  return { draft: { ...draft, people, weeklyDeliveryDay }, missing };
}

const NOBODY = { mealAssignments: [] };

function noticeOf(
  { orderNumber, items }: OrderAgainReply,
  way: LayWay,
  missing: readonly Missing[],
): OrderNotice {
  const itemOf = new Map(items.map((item) => [item.mealId, item]));
  const meals = missing.map(({ words, ...meal }) => ({
    ...meal,
    name: itemOf.get(meal.mealId)?.mealName ?? 'A meal',
    calories: itemOf.get(meal.mealId)?.calories ?? 0,
    why: words,
  }));
  return {
    kind: 'laid-again',
    orderNumber,
    hasSame: way === 'same',
    had: [...itemOf.keys()],
    meals,
  };
}
