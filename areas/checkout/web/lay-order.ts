import type { OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { draftOfPastOrder } from '#areas/checkout/rules/draft/draft-of-past-order.ts';
import {
  layAgain,
  type MealNotLaid,
  whyNotLaidText,
} from '#areas/checkout/rules/draft/lay-again.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealsAt, placeMeal } from '#areas/order-book/rules/people.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/weekly-delivery-day.ts';
import { nearestInstead } from '#areas/checkout/rules/draft/meals-instead.ts';
import {
  type KeptOrder,
  needsAdded,
  type OrderNotice,
} from '#areas/order-book/web/kept-order-draft.ts';
import type { RememberedHousehold } from '#areas/checkout/web/site/kept-households.ts';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { readRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';

type Kitchen = { week: OrderingWeekReply; meals: readonly MealReply[]; facts: BusinessFacts };

/**
 * An order of the link `token`, laid into the open week as the wizard keeps it; what could not be laid is in its notice.
 * `household`: the one kept on this device whose order it was; what it knows its people may not eat is added.
 */
export function layOrder(
  past: OrderAgainReply,
  token: string,
  household: RememberedHousehold | null,
  { week, meals, facts }: Kitchen,
): KeptOrder {
  const { email, phone, ...customer } = past.customer;
  const { people, added } = unitePeople(past.people, household?.people ?? []);
  const before = draftOfPastOrder(
    { ...past, people, customer: { ...customer, email: '', phone: '' } },
    newKey(),
    facts,
  );
  const onSale = new Map(meals.filter(({ isActive }) => isActive).map((meal) => [meal.id, meal]));
  const { draft: laid, notLaid } = layAgain(before, {
    weekStart: week.weekStart,
    find: (id) => onSale.get(id),
    portionsLeft: portionsInWeek(week.days),
    facts,
  });
  const kitchen = { meals: [...onSale.values()], portionsLeft: portionsInWeek(week.days), facts };
  const draft = layInstead(laid, notLaid, past, kitchen);
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
    notices: [noticeOf(past, laid, notLaid), ...needsAdded(added, 'as kept on this device')],
    household: household && { id: household.id, name: household.name },
  };
}

/** The nearest that suits in place of each meal that is not to be had; where nothing does, its place stays empty. */
function layInstead(
  laid: OrderDraft,
  notLaid: readonly MealNotLaid[],
  { items }: OrderAgainReply,
  kitchen: Parameters<typeof nearestInstead<MealReply>>[3],
): OrderDraft {
  let draft = laid;
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

function noticeOf(
  { orderNumber, items }: OrderAgainReply,
  { people }: OrderDraft,
  notLaid: readonly MealNotLaid[],
): OrderNotice {
  const itemOf = new Map(items.map((item) => [item.mealId, item]));
  const meals = notLaid.map(({ why, ...meal }, index) => {
    const isBeside = (other: MealNotLaid) =>
      other.personName === meal.personName &&
      other.date === meal.date &&
      other.mealType === meal.mealType;
    const person = people.find(({ name }) => name === meal.personName);
    const laid = person ? mealsAt(person, meal).length : 0;
    return {
      ...meal,
      name: itemOf.get(meal.mealId)?.mealName ?? 'A meal',
      calories: itemOf.get(meal.mealId)?.calories ?? 0,
      why: whyNotLaidText(why),
      at: laid + notLaid.slice(0, index).filter(isBeside).length,
    };
  });
  return { kind: 'laid-again', orderNumber, meals };
}
