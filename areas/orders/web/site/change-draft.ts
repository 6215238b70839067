/** Where changing an order begins: the order itself, with what was chosen before in this tab. */
import type { OrderToChangeReply, ChangeQuoteReply } from '#areas/order-book/calls/order-change.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import {
  draftOfOrder,
  type OrderToChange,
  rebaseDraft,
} from '#areas/orders/rules/order-to-change.ts';
import type { CustomerDraft, OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { type CustomerField, customerProblems } from '#areas/order-book/rules/check-customer.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import type { KeptChange } from '#areas/checkout/web/site/kept-order-data.ts';
import type { OrderState } from '#areas/checkout/web/site/order-reducer.ts';
import { amountInDollars, parseAmount } from '#platform/rules/money.ts';

/** `fresh`: as the order is; `kept`: with what was chosen before; `rebased`: which was about an older version of it. */
export type ChangeStart = {
  is: 'fresh' | 'kept' | 'rebased';
  before: OrderDraft;
  state: OrderState;
};

export function startChange(
  order: OrderToChangeReply,
  kept: KeptChange | null,
  weekStart: PlainDate,
): ChangeStart {
  const before = draftOfOrder(toOrderToChange(order), { cartKey: newKey(), weekStart });
  if (!kept) return { is: 'fresh', before, state: stateOf(before, order) };
  if (kept.version === order.version)
    return { is: 'kept', before: kept.before, state: stateOf(kept.mine, order) };
  const mine = rebaseDraft({ ...kept, now: before });
  return { is: 'rebased', before, state: stateOf(mine, order) };
}

function stateOf(draft: OrderDraft, { items }: OrderToChangeReply): OrderState {
  const mealNames = Object.fromEntries(
    items.map(({ mealId, mealName }) => [String(mealId), mealName]),
  );
  return {
    draft,
    mealNames,
    planTaken: null,
    helpingsTaken: 0,
    notices: [],
    household: null,
    undo: null,
  };
}

export function toOrderToChange({
  customer: { email: _email, phoneEnd: _phoneEnd, ...customer },
  recipient,
  deliveryType,
  people,
  items,
}: OrderToChangeReply): OrderToChange {
  return {
    deliveryType,
    customer,
    recipient: recipient && { ...recipient, phone: formatPhone(recipient.phone) },
    people,
    items: items.map(({ mealName: _name, price: _price, ...item }) => item),
  };
}

const ADDRESS_FIELDS: readonly CustomerField[] = ['addressLine1', 'addressLine2', 'suburb'];

/** For the fields that were changed: what stays as it was bought is not asked about again. */
export function problemsOfChange(
  before: CustomerDraft,
  customer: CustomerDraft,
  facts: Parameters<typeof customerProblems>[1],
): Partial<Record<CustomerField, string>> {
  const isChanged = (field: CustomerField) => before[field] !== customer[field];
  const isAddressChanged = ADDRESS_FIELDS.some(isChanged);
  const problems = customerProblems(customer, facts);
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => {
      const field = name as CustomerField;
      return ADDRESS_FIELDS.includes(field) ? isAddressChanged : isChanged(field);
    }),
  );
}

type Money = Pick<ChangeQuoteReply, 'difference' | 'due' | 'back'>;

/** "$2.50 more", "$2.50 less", "Same price". */
export function differenceText({ difference }: Pick<Money, 'difference'>): string {
  const amount = difference.replace('-', '');
  if ((parseAmount(amount) ?? 0) === 0) return 'Same price';
  return `${amountInDollars(amount)} ${difference.startsWith('-') ? 'less' : 'more'}`;
}

/** "−1 Butter Chicken, +1 Barramundi: $2.50 more". */
export function changeText(quote: Pick<ChangeQuoteReply, 'what' | 'difference'>): string {
  const difference = differenceText(quote);
  return `${quote.what.join(', ')}: ${difference === 'Same price' ? 'same price' : difference}`;
}

export function isPositive(amount: string): boolean {
  return (parseAmount(amount) ?? 0) > 0;
}

/** What happens with the money, a sentence; empty when nothing does. */
export function whatIsPaidText({ difference, due, back }: Money): string {
  if (isPositive(due))
    return `Pay ${amountInDollars(due)} by card. Nothing changes until it’s paid.`;
  if (isPositive(back))
    return `${amountInDollars(back)} goes back to your card automatically. Banks usually show it within 5 to 10 business days.`;
  return difference.startsWith('-') ? 'It comes off what is still to pay.' : '';
}
