/** Whether somebody else can be given the food. The server checks again whatever a browser sent. */
import {
  type Recipient,
  recipientProblems,
  type SentRecipient,
  tidyRecipient,
} from '#areas/business/rules/recipient.ts';
import type { FieldProblem } from '#areas/order-book/rules/check-customer.ts';

/** Null for nobody else, and for one with problems, which are added. */
export function checkRecipient(
  sent: SentRecipient | null | undefined,
  problems: FieldProblem[],
): Recipient | null {
  if (!sent) return null;
  const found = Object.entries(recipientProblems(sent));
  problems.push(...found.map(([field, message]) => ({ field: `recipient.${field}`, message })));
  return found.length > 0 ? null : tidyRecipient(sent);
}
