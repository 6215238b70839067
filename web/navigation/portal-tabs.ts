/** The tabs of the staff portal, by their name in the address. */
export const PORTAL_TABS = [
  'meals',
  'orders',
  'prep',
  'payments',
  'waitlist',
  'mail',
  'staff',
  'system',
] as const;

export type PortalTab = (typeof PORTAL_TABS)[number];

/** The first tab if the address names none. */
export function portalTabOf(params: URLSearchParams): PortalTab {
  return PORTAL_TABS.find((tab) => tab === params.get('tab')) ?? PORTAL_TABS[0];
}
