/**
 * The customer of an order while it is put together, and what blocks the steps after the meals. Spec 5. Joined with the
 * draft, what is known of addresses, suburbs and phones would be in the first load of /order.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { normalisePhone, PHONE_MESSAGE } from '#areas/business/rules/australia.ts';
import { isName, EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import { recipientProblems } from '#areas/business/rules/recipient.ts';
import {
  ADDRESS_MESSAGE,
  isStreetAddressLine,
  joinAddress,
  LONGEST_ADDRESS,
} from '#areas/business/rules/street-address.ts';
import { findServedSuburb, SUBURB_MESSAGE } from '#areas/business/rules/served-suburbs.ts';
import {
  type ContactOf,
  type CustomerDraft,
  furthestOfMeals,
  LONGEST_INSTRUCTIONS,
  type OrderDraft,
  type RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';

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
