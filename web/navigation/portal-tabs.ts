/** The parts of /admin, by their name in the address. Spec 2: three tabs; the pages that we added are under "More". */
export const PORTAL_TABS = [
  { name: 'meals', label: 'Weekly Meals' },
  { name: 'orders', label: 'Customer Orders' },
  { name: 'prep', label: 'Daily Prep' },
] as const;

export const MORE_PAGES = [
  { name: 'recipes', label: 'Recipes to settle' },
  { name: 'payments', label: 'Payments' },
  { name: 'waitlist', label: 'Waitlist' },
  { name: 'mail', label: 'Emails' },
  { name: 'staff', label: 'Staff' },
  { name: 'system', label: 'System' },
] as const;

const PORTAL_PARTS = [...PORTAL_TABS, ...MORE_PAGES];

type PortalPart = (typeof PORTAL_PARTS)[number];

export type PortalTab = PortalPart['name'];

/** The first tab if the address names none. */
export function portalPartOf(params: URLSearchParams): PortalPart {
  return PORTAL_PARTS.find(({ name }) => name === params.get('tab')) ?? PORTAL_TABS[0];
}
