/** What is noted of a customer over all orders; and the audit trail, whose entries about orders name them. */
import { eq, inArray, or, sql } from 'drizzle-orm';
import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import { ERASED } from '#areas/order-book/rules/erased-person.ts';
import { eraseAudit } from './erase-customer.ts';
import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { customerNotes, customerMerges, linkRequests } from './tables/customers.ts';
import { mealRatings, problems, problemPhotos, ratingRefusals } from './tables/problems.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

declare module '#platform/server/db/kept-table.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CustomerRows {
    notes: CustomerReply['notes'];
  }
}

export const customersTables: readonly KeptTable[] = [
  keep(customerNotes, {
    class: 'trade',
    nobody: 'id order_id created_at',
    staff: 'written_by',
    customer: 'text',
    days: 'until deleted by hand',
    erased: 'deleted',
    erase: (tx, { notes }) =>
      tx.delete(customerNotes).where(
        inArray(
          customerNotes.id,
          notes.map(({ id }) => id),
        ),
      ),
    file: 'notes',
  }),
  keep(customerMerges, {
    class: 'trade',
    nobody: 'merged_at',
    staff: 'merged_by',
    customer: 'from_email into_email',
    days: 'until the customer is erased',
    erased: 'deleted',
    erase: (tx, { emails }) =>
      tx
        .delete(customerMerges)
        .where(
          or(inArray(customerMerges.fromEmail, emails), inArray(customerMerges.intoEmail, emails)),
        ),
    file: 'no: the file is of all their addresses together',
  }),
  keep(linkRequests, {
    class: 'trade',
    nobody: 'id created_at tries next_try_at',
    customer: 'order_number email',
    days: 'until tried, within a minute as a rule',
    erased: 'deleted',
    erase: (tx, { emails }) =>
      tx.delete(linkRequests).where(inArray(sql`lower(${linkRequests.email})`, emails)),
    file: 'gone by then, and the email that it led to is shown',
    export: null,
    isBackedUp: false,
  }),
  keep(mealRatings, {
    class: 'trade',
    nobody: 'id order_id meal_id stars may_show delivered_on created_at changed_at hidden_at',
    staff: 'hidden_by',
    customer: 'comment',
    days: 'with the order',
    erased: "the comment is blanked and shown nowhere; the stars stay, nobody's any more",
    erase: (tx, { orderIds }) =>
      tx
        .update(mealRatings)
        .set({ comment: '', mayShow: false })
        .where(inArray(mealRatings.orderId, orderIds)),
    file: {
      as: 'ratings',
      find: (tx, orderId) => tx.select().from(mealRatings).where(eq(mealRatings.orderId, orderId)),
    },
  }),
  keep(ratingRefusals, {
    class: 'trail',
    nobody: 'created_at',
    customer: 'email',
    days: 'until the customer is erased',
    erased: 'deleted',
    erase: (tx, { emails }) =>
      tx.delete(ratingRefusals).where(inArray(ratingRefusals.email, emails.map(emailKey))),
    file: 'no: it says only that they want no emails about ratings',
  }),
  keep(problems, {
    class: 'trade',
    nobody:
      'id order_id item_ids kind is_urgent created_at due_at decision decided_at decided_item_ids refund_id refund_cents to_date to_time_slot',
    staff: 'decided_by',
    customer: 'text answer',
    days: 'with the order',
    erased: 'text and answer read "erased"; kind, decision and amount stay',
    erase: (tx, { orderIds }) =>
      tx
        .update(problems)
        .set({
          text: ERASED,
          answer: sql`case when ${problems.answer} = '' then '' else ${ERASED} end`,
        })
        .where(inArray(problems.orderId, orderIds)),
    file: {
      as: 'problems',
      find: (tx, orderId) => tx.select().from(problems).where(eq(problems.orderId, orderId)),
    },
  }),
  keep(problemPhotos, {
    class: 'trade',
    nobody: 'id order_id problem_id created_at',
    customer: 'bytes',
    days: '90 days; unsent ones a day (`areas/customers/server/problem-queries.ts`)',
    erased: 'deleted',
    erase: (tx, { orderIds }) =>
      tx.delete(problemPhotos).where(inArray(problemPhotos.orderId, orderIds)),
    file: 'no: staff see it under Problems',
    export: { without: ['bytes'] },
  }),
  keep(auditLog, {
    class: 'trail',
    nobody: 'id at action entity entity_id',
    staff: 'staff_id staff_email token_name ip',
    customer: 'before after',
    days: 'always',
    erased:
      'what was changed of their orders is blanked, and what staff noted about them; who changed it stays',
    erase: eraseAudit,
    file: 'changes',
  }),
];
