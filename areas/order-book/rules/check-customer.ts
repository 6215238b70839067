/** Whether a customer can be reached and delivered to. Spec 5; the server checks again whatever a browser sent. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { normalisePhone, PHONE_MESSAGE } from '#areas/business/rules/australia.ts';
import { isName, tidyName, EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import {
  ADDRESS_MESSAGE,
  parseAddress,
  type StreetAddress,
} from '#areas/business/rules/street-address.ts';
import { SUBURB_MESSAGE } from '#areas/business/rules/served-suburbs.ts';
import {
  type DeliveryPreference,
  LONGEST_INSTRUCTIONS,
} from '#areas/order-book/rules/order-draft.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import {
  type Recipient,
  recipientProblems,
  type SentRecipient,
  tidyRecipient,
} from '#areas/business/rules/recipient.ts';

/** `field` is the path in the order as sent, such as `orderItems.3.deliveryDate`. */
export type FieldProblem = { field: string; message: string };

/** The first message of each field, in the order of the problems. `prefix` stands before each field's path. */
export function messagesByField(
  problems: readonly FieldProblem[],
  prefix = '',
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { field, message } of problems) fields[`${prefix}${field}`] ??= message;
  return fields;
}

export type CheckedCustomer = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: StreetAddress;
  deliveryPreference: DeliveryPreference;
  specialInstructions: string;
};

/** The customer as the kitchen needs them. Null if they cannot be delivered to; the reasons are added to `problems`. */
export function checkCustomer(
  sent: PreparedOrder['customer'],
  facts: Pick<BusinessFacts, 'suburbs'>,
  problems: FieldProblem[],
): CheckedCustomer | null {
  const found: FieldProblem[] = [];
  const check = (holds: boolean, field: string, message: string) => {
    if (!holds) found.push({ field: `customer.${field}`, message });
  };
  const phone = normalisePhone(sent.phone);
  const parsed = parseAddress(sent.address, facts.suburbs);
  check(isName(sent.firstName), 'firstName', 'Please enter your first name');
  check(isName(sent.lastName), 'lastName', 'Please enter your last name');
  check(isEmailAddress(sent.email), 'email', EMAIL_MESSAGE);
  check(phone !== null, 'phone', PHONE_MESSAGE);
  if ('problem' in parsed) {
    check(false, 'address', parsed.problem === 'suburb' ? SUBURB_MESSAGE : ADDRESS_MESSAGE);
  }
  check(
    sent.specialInstructions.length <= LONGEST_INSTRUCTIONS,
    'specialInstructions',
    `Please keep instructions to ${LONGEST_INSTRUCTIONS} characters or fewer`,
  );
  problems.push(...found);
  if (found.length > 0 || phone === null || 'problem' in parsed) return null;
  return {
    firstName: tidyName(sent.firstName),
    lastName: tidyName(sent.lastName),
    email: sent.email.trim(),
    phone,
    address: parsed.address,
    deliveryPreference: sent.deliveryPreference,
    specialInstructions: sent.specialInstructions.trim(),
  };
}

// Whether someone else can be given the food. The server checks again whatever a browser sent.

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

/** Why a phone number gets no texts: its owner replied STOP, or no text can reach it. */
export const TEXT_REFUSAL_REASONS = ['stopped', 'no_mobile'] as const;

export type TextRefusalReason = (typeof TEXT_REFUSAL_REASONS)[number];
