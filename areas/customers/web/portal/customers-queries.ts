import { MINUTE_MS } from '#platform/rules/durations.ts';
import { freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import {
  getCustomer,
  type CustomerSort,
  listCustomers,
  type CustomerReply,
} from '#areas/customers/calls/customers.ts';
import { call } from '#platform/web/api/client.ts';
import type { z } from 'zod';
import { listProblems, listRatings } from '#areas/customers/calls/aftercare.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { getPhoneOrder } from '#areas/checkout/calls/phone-orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { callerDraft, type KnownCaller } from '#areas/checkout/rules/draft/caller-draft.ts';
import { newOrderDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { type KeptOrder, needsAdded } from '#areas/order-book/web/kept-order-draft.ts';

export function customersQuery(q: string, sort?: CustomerSort) {
  return pagedQuery(['customers', q, sort], (page, signal) =>
    call(listCustomers, { query: { q, ...(sort && { sort }), ...page }, signal }),
  );
}

export function customerQuery(id: number) {
  return freshQuery(['customers', 'one', id], getCustomer, { params: { id: String(id) } });
}

export type ProblemFilter = NonNullable<z.input<typeof listProblems.query>>;
export function problemsQuery(query: ProblemFilter) {
  return freshQuery(['problems', query], listProblems, { query }, { refetchInterval: MINUTE_MS });
}

export function ratingsQuery(filter: NonNullable<z.input<typeof listRatings.query>>) {
  return pagedQuery(['ratings', filter], (page, signal) =>
    call(listRatings, { query: { ...filter, ...page }, signal }),
  );
}

/** Orders for callers to begin with: of nobody known, of a customer, of an order that came to nothing. */
type OrderData = z.infer<typeof getPhoneOrder.reply>['orderData'];

export function draftOfNewCaller(weekStart: PlainDate, facts: BusinessFacts): KeptOrder {
  const start = { cartKey: newKey(), weekStart, calorieTarget: facts.defaultCaloriePlan };
  return kept(newOrderDraft(start, facts));
}

/** Who was in their last order, each with all that was told within a year of what they may not eat; what is added is said. */
export function draftOfCustomer(
  { customer, people, recipient }: Pick<AdminOrderReply, 'customer' | 'people' | 'recipient'>,
  { foodNeeds }: Pick<CustomerReply, 'foodNeeds'>,
  weekStart: PlainDate,
  facts: BusinessFacts,
): KeptOrder {
  const { people: eating, added } = unitePeople(people, foodNeeds);
  const known: KnownCaller = {
    // What was asked for one order is not asked for the next.
    customer: { ...customer, specialInstructions: '' },
    // The address is where their food went. A card is for one occasion.
    recipient: recipient && { ...recipient, message: '' },
    people: eating,
  };
  return {
    ...kept(callerDraft({ cartKey: newKey(), weekStart }, known, facts)),
    notices: needsAdded(added, 'as in an earlier order'),
  };
}

export function draftOfPhoneOrder(
  { customer, recipient, people, orderItems, deliveryType }: OrderData,
  weekStart: PlainDate,
  facts: BusinessFacts,
): KeptOrder {
  const known = { customer, recipient, people, items: orderItems, deliveryType };
  const names = orderItems.map(({ mealId, mealName }) => [String(mealId), mealName]);
  return {
    ...kept(callerDraft({ cartKey: newKey(), weekStart }, known, facts)),
    mealNames: Object.fromEntries(names) as Record<string, string>,
  };
}

function kept(draft: OrderDraft): KeptOrder {
  return { draft, mealNames: {}, planTaken: null, helpingsTaken: 0, notices: [], household: null };
}
