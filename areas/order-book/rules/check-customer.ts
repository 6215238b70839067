/** Whether a customer can be reached and delivered to. Spec 5; the server checks again whatever a browser sent. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { normalisePhone, PHONE_MESSAGE } from '#areas/business/rules/australia.ts';
import { isName, tidyName, EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import {
  ADDRESS_MESSAGE,
  parseAddress,
  type StreetAddress,
  isStreetAddressLine,
  joinAddress,
  LONGEST_ADDRESS,
} from '#areas/business/rules/street-address.ts';
import { SUBURB_MESSAGE, findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import {
  type DeliveryPreference,
  LONGEST_INSTRUCTIONS,
  type ContactOf,
  type CustomerDraft,
  furthestOfMeals,
  type OrderDraft,
  type RecipientDraft,
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

// The customer of an order while it is put together, and what blocks the steps after the meals. Spec 5. Joined with the
// draft, what is known of addresses, suburbs and phones would be in the first load of /order.

export type CustomerField = keyof CustomerDraft;

/** The message for every customer field that is not right yet, in the spec's words. */
export function customerProblems(
  customer: CustomerDraft,
  facts: Pick<BusinessFacts, 'suburbs'>,
  contactOf?: ContactOf,
): Partial<Record<CustomerField, string>> {
  const isKnown = (field: 'email' | 'phone') => contactOf !== undefined && customer[field] === '';
  const problems: Partial<Record<CustomerField, string>> = {};
  if (!isName(customer.firstName)) problems.firstName = 'Please enter your first name';
  if (!isName(customer.lastName)) problems.lastName = 'Please enter your last name';
  if (!isKnown('email') && !isEmailAddress(customer.email)) problems.email = EMAIL_MESSAGE;
  if (!isKnown('phone') && normalisePhone(customer.phone) === null) problems.phone = PHONE_MESSAGE;
  if (!isStreetAddressLine(customer.addressLine1)) problems.addressLine1 = ADDRESS_MESSAGE;
  const address = {
    line1: customer.addressLine1,
    line2: customer.addressLine2,
    suburb: customer.suburb,
  };
  if (joinAddress(address).length > LONGEST_ADDRESS) {
    problems.addressLine2 = 'Please enter a shorter address';
  }
  if (!findServedSuburb(customer.suburb, facts.suburbs)) problems.suburb = SUBURB_MESSAGE;
  if (customer.specialInstructions.length > LONGEST_INSTRUCTIONS) {
    problems.specialInstructions = `Please keep instructions to ${LONGEST_INSTRUCTIONS} characters or fewer`;
  }
  return problems;
}

const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'addressLine1',
  'suburb',
] as const;

/**
 * Spec 5: the button of step 3 stays disabled until these are filled; whether they are right is checked on continuing.
 */
export function hasRequiredCustomerFields(customer: CustomerDraft, contactOf?: ContactOf): boolean {
  return REQUIRED_FIELDS.every(
    (field) =>
      customer[field].trim() !== '' ||
      (contactOf !== undefined && (field === 'email' || field === 'phone')),
  );
}

export function hasRequiredRecipientFields(recipient: RecipientDraft): boolean {
  return [recipient.firstName, recipient.lastName, recipient.phone].every(
    (typed) => typed.trim() !== '',
  );
}

/** A message that was typed before it was no present after all is not looked at. */
export function recipientDraftProblems(
  recipient: RecipientDraft | undefined,
): ReturnType<typeof recipientProblems> {
  if (!recipient) return {};
  return recipientProblems({ ...recipient, message: recipient.isGift ? recipient.message : '' });
}

/** The last step that the draft allows, 1 to 4: the furthest a reload can show. */
export function furthestStep(
  draft: OrderDraft,
  facts: Parameters<typeof furthestOfMeals>[1] & Pick<BusinessFacts, 'suburbs'>,
): 1 | 2 | 3 | 4 {
  const furthest = furthestOfMeals(draft, facts);
  if (furthest < 4) return furthest;
  const { customer, recipient, contactOf } = draft;
  const problems = {
    ...customerProblems(customer, facts, contactOf),
    ...recipientDraftProblems(recipient),
  };
  return Object.keys(problems).length > 0 ? 3 : 4;
}
