import { MINUTE_MS } from '#platform/rules/durations.ts';
import { freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import {
  addCustomerNote,
  deleteCustomerNote,
  type ErasedReply,
  eraseCustomer,
  exportCustomers,
  getCustomer,
  getCustomerFile,
  type CustomerSort,
  listCustomers,
  mergeCustomers,
  type MergePreview,
  type CustomerReply,
} from '#areas/customers/calls/customers.ts';
import { call, type CalledFile, callForFile, addressOf } from '#platform/web/api/client.ts';
import type { z } from 'zod';
import {
  decideProblem,
  getProblemPhoto,
  listProblems,
  listProblemWindows,
  hideRating,
  listRatings,
} from '#areas/customers/calls/aftercare.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { getPhoneOrder } from '#areas/checkout/calls/phone-orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { callerDraft, type KnownCaller } from '#areas/checkout/rules/draft/caller-draft.ts';
import { newOrderDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { type KeptOrder, needsAdded } from '#areas/order-book/web/kept-order-draft.ts';

export function sendEraseCustomer(email: string): Promise<ErasedReply> {
  return call(eraseCustomer, { body: { email } });
}

/** Everything held about one person. */
export function fetchCustomerFile(email: string): Promise<CalledFile> {
  return callForFile(getCustomerFile, { body: { email } });
}

/** Those that fit the search, a page at a time. Refetched whenever they are shown. */
export function customersQuery(q: string, sort?: CustomerSort) {
  return pagedQuery(['customers', q, sort], (page, signal) =>
    call(listCustomers, { query: { q, ...(sort && { sort }), ...page }, signal }),
  );
}

export function customerQuery(id: number) {
  return freshQuery(['customers', 'one', id], getCustomer, { params: { id: String(id) } });
}

export function sendCustomerNote(id: number, text: string): Promise<void> {
  return call(addCustomerNote, { params: { id: String(id) }, body: { text } });
}

export function sendDeleteCustomerNote(id: number, noteId: number): Promise<void> {
  return call(deleteCustomerNote, { params: { id: String(id), noteId: String(noteId) } });
}

/** Who would become one customer. */
export async function fetchMergePreview(id: number, email: string): Promise<MergePreview> {
  const body = { email, dryRun: true };
  return (await call(mergeCustomers, { params: { id: String(id) }, body })).preview;
}

export async function sendMerge(id: number, email: string, previewHash: string): Promise<void> {
  await call(mergeCustomers, { params: { id: String(id) }, body: { email, previewHash } });
}

/** Every customer as CSV. Send it through useConfirmFirst. */
export function fetchCustomersFile(): Promise<CalledFile> {
  return callForFile(exportCustomers, {});
}

export type ProblemFilter = NonNullable<z.input<typeof listProblems.query>>;
export function problemsQuery(query: ProblemFilter) {
  return freshQuery(['problems', query], listProblems, { query }, { refetchInterval: MINUTE_MS });
}

export function problemWindowsQuery(id: number) {
  return freshQuery(['problem-windows', id], listProblemWindows, { params: { id: String(id) } });
}

export const problemPhotoAddress = (id: number, photo: string) =>
  addressOf(getProblemPhoto, { params: { id: String(id), photo } });

export type SentDecision = z.input<typeof decideProblem.body>;

export const sendProblemDecision = (id: number, body: SentDecision) =>
  call(decideProblem, { params: { id: String(id) }, body });

export function ratingsQuery(filter: NonNullable<z.input<typeof listRatings.query>>) {
  return pagedQuery(['ratings', filter], (page, signal) =>
    call(listRatings, { query: { ...filter, ...page }, signal }),
  );
}

export const sendHidden = (id: number, body: z.input<typeof hideRating.body>) =>
  call(hideRating, { params: { id: String(id) }, body });

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
