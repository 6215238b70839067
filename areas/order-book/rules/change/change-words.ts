/** What a change did to an order, in words for customers and staff. They name nobody, so they can stay for good. Ours. */
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type Cents, formatDollars } from '#platform/rules/money.ts';
import { peopleOf, type EditedPerson } from '#areas/order-book/rules/change/people-after.ts';
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

/** "−1 Butter Chicken", "+1 Barramundi", "new address". Empty: nothing changed. */
export function wordsOfChange(
  before: Pick<Order, 'customer' | 'recipient' | 'deliveryType' | 'deliveries'>,
  after: After,
): string[] {
  const was = itemsOf(before);
  return [
    ...mealWords(was, after.items),
    ...moveWords(was, after.items),
    ...(before.deliveryType === after.deliveryType ? [] : [`${after.deliveryType} delivery`]),
    ...customerWords(before.customer, after.customer),
    ...recipientWords(before.recipient, after.recipient),
    ...needsWords(peopleOf(before), after.people),
  ];
}

function mealWords(before: readonly ItemAfter[], after: readonly ItemAfter[]): string[] {
  const counts = new Map<string, number>();
  for (const { meal } of before) counts.set(meal.name, (counts.get(meal.name) ?? 0) - 1);
  for (const { meal } of after) counts.set(meal.name, (counts.get(meal.name) ?? 0) + 1);
  const changed = [...counts].filter(([, count]) => count !== 0);
  const gone = changed.filter(([, count]) => count < 0);
  const added = changed.filter(([, count]) => count > 0);
  return [
    ...gone.map(([name, count]) => `−${-count} ${name}`),
    ...added.map(([name, count]) => `+${count} ${name}`),
  ];
}

/** Meals that stay and come, or are eaten, at another time or by someone else. */
function moveWords(before: readonly OrderItem[], after: readonly ItemAfter[]): string[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const moves = new Map<string, number>();
  let otherDay = 0;
  let otherPerson = 0;
  for (const item of after) {
    const was = item.id === null ? undefined : known.get(item.id);
    if (!was || was.mealId !== item.mealId) continue;
    if (slotWords(was) !== slotWords(item)) {
      const move = `from ${slotWords(was)} to ${slotWords(item)}`;
      moves.set(move, (moves.get(move) ?? 0) + 1);
    } else if (was.mealDate !== item.mealDate) otherDay += 1;
    if (personKey(was.personName) !== personKey(item.personName)) otherPerson += 1;
  }
  return [
    ...[...moves].map(([move, count]) => `${mealCount(count)} moved ${move}`),
    ...(otherDay > 0 ? [`${mealCount(otherDay)} for another day`] : []),
    ...(otherPerson > 0 ? [`${mealCount(otherPerson)} for someone else`] : []),
  ];
}

function mealCount(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}

function slotWords({ deliveryDate, deliveryWindow }: ItemAfter): string {
  return `${formatDayAndMonth(deliveryDate)} ${windowLabel(deliveryWindow)}`;
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

/** "−1 Butter Chicken, +1 Barramundi, $2.50 paid". */
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
