/**
 * The parts of /admin by their name in the address, in the sequence in which they are shown. What each is stands in
 * `web/portal/pages.ts` of its area. Spec 2: three tabs; the pages that we added are under "More".
 */
export const TABS = ['meals', 'orders', 'prep'] as const;

export const MORE_TABS = [
  'plan',
  'shopping',
  'phone',
  'menus',
  'deliveries',
  'close',
  'food-safety',
  'temperatures',
  'recall',
  'problems',
  'ratings',
  'cookbook',
  'recipes',
  'payments',
  'customers',
  'waitlist',
  'figures',
  'mail',
  'audit',
  'staff',
  'api',
  'settings',
  'account',
  'system',
  'help',
] as const;

/** First hour: under no menu. The home page leads there until it is over, and System always. */
export type PortalTab = (typeof TABS | typeof MORE_TABS)[number] | 'first-hour';
