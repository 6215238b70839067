import { hasRight, STAFF_RIGHTS, type StaffRight, type StaffRole } from './roles.ts';

/** For how many days a token may be good; never for longer than a year. */
export const TOKEN_DAYS = [30, 90, 365] as const;

export const LONGEST_TOKEN_NAME = 60;

/** Anyone who has more lives in chaos; an attacker who makes some is noticed. */
export const MOST_TOKENS = 20;

/**
 * What could let someone in, or send the kitchen's data elsewhere, is done by people alone; and what always asks for the
 * password, or lasts as long as a session.
 */
const ONLY_IN_PERSON = new Set<StaffRight>([
  'ownAccount',
  'followOrders',
  'eraseCustomers',
  'makeApiTokens',
  'manageStaff',
  'manageSettings',
  'manageWebhooks',
]);

export function mayTokensHold(right: StaffRight): boolean {
  return !ONLY_IN_PERSON.has(right);
}

export function tokenRightsOf(role: StaffRole): StaffRight[] {
  return STAFF_RIGHTS.filter((right) => mayTokensHold(right) && hasRight(role, right));
}
