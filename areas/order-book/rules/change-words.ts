/** What a change did to an order, in words for customers and staff. They name people: erasing a customer takes them out. Ours. */
import { countOfService, type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { placeOf } from '#areas/order-book/rules/check-items.ts';
import { mealsText } from '#areas/order-book/rules/people.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type Cents, formatDollars } from '#platform/rules/money.ts';
import { peopleOf, type EditedPerson } from '#areas/order-book/rules/people-after.ts';
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { saidOfNeeds } from '#areas/needs/rules/food-needs-text.ts';
import { personKey } from '#platform/rules/customer-name.ts';

/** An item after the change; `id` null: new. */
type ItemAfter = Omit<OrderItem, 'id' | 'helping' | 'override' | 'priceCents'> & {
  id: number | null;
};

type After = Pick<Order, 'customer' | 'recipient' | 'deliveryType'> & {
  items: readonly ItemAfter[];
  people: readonly EditedPerson[];
};

/** "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi", "new address". Empty: nothing changed. */
export function wordsOfChange(
  before: Pick<Order, 'customer' | 'recipient' | 'deliveryType' | 'deliveries'>,
  after: After,
  facts: ServiceFacts,
): string[] {
  const was = itemsOf(before);
  return [
    ...mealWords(was, after.items, facts),
    ...moveWords(was, after.items),
    ...(before.deliveryType === after.deliveryType ? [] : [`${after.deliveryType} delivery`]),
    ...customerWords(before.customer, after.customer),
    ...recipientWords(before.recipient, after.recipient),
    ...needsWords(peopleOf(before), after.people),
  ];
}

/** A seat at one time: who eats what, when, and which portion of theirs it is. */
type Seat = { person: string; date: PlainDate; mealType: MealType; meals: string[] };

/** "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi", "Ben, Fri 4 Dec: 2 meals taken off", "Leo added: 5 dinners". */
function mealWords(
  before: readonly ItemAfter[],
  after: readonly ItemAfter[],
  facts: ServiceFacts,
): string[] {
  const kept = new Set(keptMeals(before, after).map(({ is }) => is.id));
  const other = (items: readonly ItemAfter[]) => items.filter(({ id }) => !kept.has(id));
  const [was, is] = withoutSame(seatsOf(other(before)), seatsOf(other(after)));
  const changes = [...new Set([...was.keys(), ...is.keys()])].map((key) => {
    const [gone, come] = [was.get(key), is.get(key)];
    const { person = '', date = '', mealType = 'dinner' } = gone ?? come ?? {};
    return { person, date, mealType, gone: gone?.meals ?? [], come: come?.meals ?? [] };
  });
  const nameKeys = (items: readonly ItemAfter[]) =>
    new Set(items.map(({ personName }) => personKey(personName)));
  const [known, stay] = [nameKeys(before), nameKeys(after)];
  const isSwap = ({ gone, come }: (typeof changes)[number]) => gone.length > 0 && come.length > 0;
  const ofPerson = Map.groupBy(changes, ({ person }) => person);
  return [...ofPerson].flatMap(([person, seats]) => {
    if (!known.has(personKey(person)))
      return [`${person} added: ${countsText(seats, 'come', facts)}`];
    if (!stay.has(personKey(person)))
      return [`${person} taken off: ${countsText(seats, 'gone', facts)}`];
    const swaps = seats
      .filter(isSwap)
      .map(
        ({ date, mealType, gone, come }) =>
          `${person}, ${formatDayAndMonth(date)} ${serviceOf(mealType, facts).name}: ${gone.join(', ')} → ${come.join(', ')}`,
      );
    const days = Map.groupBy(
      seats.filter((change) => !isSwap(change)),
      ({ date }) => date,
    );
    return [
      ...swaps,
      ...[...days].flatMap(([date, changed]) => [
        ...oneDay(
          changed.flatMap(({ gone }) => gone),
          'taken off',
          { person, date },
        ),
        ...oneDay(
          changed.flatMap(({ come }) => come),
          'added',
          { person, date },
        ),
      ]),
    ];
  });
}

/** One meal by its name, more by their number. */
function oneDay(
  meals: readonly string[],
  verb: string,
  { person, date }: { person: string; date: PlainDate },
): string[] {
  if (meals.length === 0) return [];
  const [first] = meals;
  const what = meals.length === 1 ? `${first}` : mealsText(meals.length);
  return [`${person}, ${formatDayAndMonth(date)}: ${what} ${verb}`];
}

type Changed = { mealType: MealType; gone: string[]; come: string[] };

/** "5 dinners", "1 lunch and 2 dinners". */
function countsText(
  changes: readonly Changed[],
  side: 'gone' | 'come',
  facts: ServiceFacts,
): string {
  const counted = MEAL_TYPES.map((mealType) => ({
    mealType,
    count: changes
      .filter((change) => change.mealType === mealType)
      .reduce((sum, change) => sum + change[side].length, 0),
  })).filter(({ count }) => count > 0);
  return counted.map(({ mealType, count }) => countOfService(count, mealType, facts)).join(' and ');
}

function seatsOf(items: readonly ItemAfter[]): ReadonlyMap<string, Seat> {
  const seats = new Map<string, Seat>();
  for (const item of items) {
    const { personName: person, mealDate: date, mealType, meal } = item;
    const key = placeOf(item);
    const seat = seats.get(key) ?? { person, date, mealType, meals: [] };
    seats.set(key, { ...seat, meals: [...seat.meals, meal.name] });
  }
  return seats;
}

/** What is eaten at a seat before and after is no change. */
function withoutSame(
  was: ReadonlyMap<string, Seat>,
  is: ReadonlyMap<string, Seat>,
): [Map<string, Seat>, Map<string, Seat>] {
  const less = (from: ReadonlyMap<string, Seat>, other: ReadonlyMap<string, Seat>) => {
    const left = new Map<string, Seat>();
    for (const [key, seat] of from) {
      const same = [...(other.get(key)?.meals ?? [])];
      const meals = seat.meals.filter((name) => {
        const at = same.indexOf(name);
        if (at >= 0) same.splice(at, 1);
        return at < 0;
      });
      if (meals.length > 0) left.set(key, { ...seat, meals });
    }
    return left;
  };
  return [less(was, is), less(is, was)];
}

/** The same portion of the same person, whenever it comes and is eaten. */
function keptMeals(before: readonly ItemAfter[], after: readonly ItemAfter[]) {
  const known = new Map(before.map((item) => [item.id, item]));
  return after.flatMap((is) => {
    const was = is.id === null ? undefined : known.get(is.id);
    const isSame =
      was?.mealId === is.mealId &&
      was.mealType === is.mealType &&
      personKey(was.personName) === personKey(is.personName);
    return was && isSame ? [{ was, is }] : [];
  });
}

/** "Thu 3 Dec: 11am-1pm → 4pm-6pm"; of a meal that only is eaten on another day: "Mia, Dal: Thu 3 Dec → Fri 4 Dec". */
function moveWords(before: readonly ItemAfter[], after: readonly ItemAfter[]): string[] {
  const moves = keptMeals(before, after).flatMap(({ was, is }) => {
    if (was.deliveryDate !== is.deliveryDate) return [`${slotWords(was)} → ${slotWords(is)}`];
    const day = formatDayAndMonth(was.deliveryDate);
    if (was.deliveryWindow !== is.deliveryWindow)
      return [`${day}: ${windowLabel(was.deliveryWindow)} → ${windowLabel(is.deliveryWindow)}`];
    if (was.mealDate === is.mealDate) return [];
    const days = [was, is].map(({ mealDate }) => formatDayAndMonth(mealDate));
    return [`${is.personName}, ${is.meal.name}: ${days.join(' → ')}`];
  });
  return [...new Set(moves)];
}

function slotWords({ deliveryDate, deliveryWindow }: ItemAfter): string {
  return `${formatDayAndMonth(deliveryDate)}, ${windowLabel(deliveryWindow)}`;
}

function customerWords(before: Order['customer'], after: Order['customer']): string[] {
  const addressOf = ({ address }: Order['customer']) =>
    [address.line1, address.line2, address.suburb.name].join('\n');
  const contactOf = ({ firstName, lastName, email, phone }: Order['customer']) =>
    [firstName, lastName, email, phone].join('\n');
  return [
    ...(addressOf(before) === addressOf(after) ? [] : ['new address']),
    ...(contactOf(before) === contactOf(after) ? [] : ['new contact details']),
    ...(before.deliveryPreference === after.deliveryPreference
      ? []
      : [`delivered ${after.deliveryPreference}`]),
    ...(before.specialInstructions === after.specialInstructions ? [] : ['new instructions']),
  ];
}

function recipientWords(before: Order['recipient'], after: Order['recipient']): string[] {
  if (before === null) return after === null ? [] : ['for someone else'];
  if (after === null) return ['not for someone else any more'];
  const isSame = (...fields: (keyof typeof after)[]) =>
    fields.every((field) => before[field] === after[field]);
  return [
    ...(isSame('firstName', 'lastName', 'phone') ? [] : ['someone else to hand it to']),
    ...(isSame('isGift', 'message') ? [] : [after.message === '' ? 'no card' : 'new card']),
    ...(isSame('news') ? [] : ['delivery messages to someone else']),
    ...(isSame('namesPayer')
      ? []
      : [after.namesPayer ? 'says who ordered' : 'does not say who ordered']),
  ];
}

function needsWords(before: readonly EditedPerson[], after: readonly EditedPerson[]): string[] {
  const said = (people: readonly EditedPerson[], names: ReadonlySet<string>) =>
    people
      .filter(({ name }) => names.has(personKey(name)))
      .map((person) => `${personKey(person.name)}${saidOfNeeds(person)}`)
      .toSorted()
      .join('\n\n');
  const were = new Set(before.map(({ name }) => personKey(name)));
  const stay = new Set(after.map(({ name }) => personKey(name)).filter((name) => were.has(name)));
  return said(before, stay) === said(after, stay) ? [] : ['new allergies or diets'];
}

/** "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi, $2.50 paid". */
export function changeSentence(
  what: readonly string[],
  { paidCents, refundCents }: { paidCents: Cents; refundCents: Cents },
): string {
  return [
    ...what,
    ...(paidCents > 0 ? [`${formatDollars(paidCents)} paid`] : []),
    ...(refundCents > 0 ? [`${formatDollars(refundCents)} refunded`] : []),
  ].join(', ');
}
