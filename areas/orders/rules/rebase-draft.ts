/**
 * The order has changed while its customer was changing it, in another tab or by staff: what they chose is put on top of
 * what it is by now. Ours.
 */
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { type MealAssignment, mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type Versions = {
  /** The order as it was when the customer began. */
  before: OrderDraft;
  /** What they made of it. */
  mine: OrderDraft;
  /** The order as it is by now. */
  now: OrderDraft;
};

/** Whatever the customer did not touch is as it is now; where both changed the same, the customer's choice stands. */
export function rebaseDraft({ before, mine, now }: Versions): OrderDraft {
  const windows = new Set([before, mine, now].flatMap((draft) => Object.keys(draft.windowByDate)));
  const windowByDate = [...windows].map(
    (date) =>
      [
        date,
        chosen(before.windowByDate[date], mine.windowByDate[date], now.windowByDate[date]),
      ] as const,
  );
  return {
    ...now,
    deliveryType: chosen(before.deliveryType, mine.deliveryType, now.deliveryType),
    weeklyDeliveryDay: chosen(
      before.weeklyDeliveryDay,
      mine.weeklyDeliveryDay,
      now.weeklyDeliveryDay,
    ),
    deliveryWindow: chosen(before.deliveryWindow, mine.deliveryWindow, now.deliveryWindow),
    windowByDate: Object.fromEntries(
      windowByDate.flatMap(([date, window]) => (window === undefined ? [] : [[date, window]])),
    ),
    customer: rebaseFields(before.customer, mine.customer, now.customer),
    ...(now.recipient && {
      recipient: rebaseFields(before.recipient, mine.recipient, now.recipient),
    }),
    people: rebasePeople(before.people, mine.people, now.people),
  };
}

function chosen<Value>(before: Value, mine: Value, now: Value): Value {
  return JSON.stringify(mine) === JSON.stringify(before) ? now : mine;
}

function rebaseFields<Fields extends object>(
  before: Fields | undefined,
  mine: Fields | undefined,
  now: Fields,
): Fields {
  if (!before || !mine) return now;
  const fields = Object.keys(now) as (keyof Fields)[];
  return {
    ...now,
    ...Object.fromEntries(
      fields.map((field) => [field, chosen(before[field], mine[field], now[field])]),
    ),
  };
}

function rebasePeople(
  before: readonly Person[],
  mine: readonly Person[],
  now: readonly Person[],
): Person[] {
  const named = (people: readonly Person[], name: string) =>
    people.find((person) => personKey(person.name) === personKey(name));
  const stayed = now.flatMap((person): Person[] => {
    const was = named(before, person.name);
    if (!was) return [person];
    const own = named(mine, person.name) ?? renamed(was, before, mine);
    // The customer took them off.
    if (!own) return [];
    return [
      {
        ...person,
        name: chosen(was.name, own.name, person.name),
        calorieTarget: chosen(was.calorieTarget, own.calorieTarget, person.calorieTarget),
        allergens: chosen(was.allergens, own.allergens, person.allergens),
        avoid: chosen(was.avoid, own.avoid, person.avoid),
        diets: chosen(was.diets, own.diets, person.diets),
        note: chosen(was.note, own.note, person.note),
        mealAssignments: rebaseMeals(was, own, person),
      },
    ];
  });
  const taken = new Set(stayed.map(({ name }) => personKey(name)));
  const added = mine.filter(
    (person) =>
      !named(before, person.name) &&
      !taken.has(personKey(person.name)) &&
      !before.some((was) => renamed(was, before, mine) === person),
  );
  return [...stayed, ...added];
}

/** People have no id: whoever sits where a name is gone, under a name that is new, was renamed. */
function renamed(
  was: Person,
  before: readonly Person[],
  mine: readonly Person[],
): Person | undefined {
  const isGone = !mine.some(({ name }) => personKey(name) === personKey(was.name));
  const there = before.length === mine.length ? mine[before.indexOf(was)] : undefined;
  const isNew = there && !before.some(({ name }) => personKey(name) === personKey(there.name));
  return isGone && isNew ? there : undefined;
}

/** Cell by cell. */
function rebaseMeals(was: Person, own: Person, person: Person): MealAssignment[] {
  const cells = new Map(
    [was, own, person]
      .flatMap(({ mealAssignments }) => mealAssignments)
      .map(({ date, mealType }) => [`${date} ${mealType}`, { date, mealType }]),
  );
  return [...cells.values()].flatMap((cell) =>
    chosen(mealsAt(was, cell), mealsAt(own, cell), mealsAt(person, cell)),
  );
}
