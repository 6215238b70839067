/** The tabs of the staff portal, by the name they have in its address. */
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

/** The first one for an address that names none. */
export function portalTabOf(params: URLSearchParams): PortalTab {
  return PORTAL_TABS.find((tab) => tab === params.get('tab')) ?? PORTAL_TABS[0];
}
