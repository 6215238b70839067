/** The parts of /admin that a role may open, in the sequence of platform/web/navigation/portal-tabs.ts. */
import type { StaffRight } from '#platform/rules/rights.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { MORE_TABS, type PortalTab, TABS } from '#platform/web/navigation/portal-tabs.ts';
import { recipesParts } from '#areas/recipes/web/portal/pages.ts';
import { ordersParts } from '#areas/orders/web/portal/pages.ts';
import { kitchenParts } from '#areas/kitchen/web/portal/pages.ts';
import { customersParts } from '#areas/customers/web/portal/pages.ts';
import { deliveryParts } from '#areas/delivery/web/portal/pages.ts';
import { paymentsParts } from '#areas/payments/web/portal/pages.ts';
import { waitlistParts } from '#areas/waitlist/web/portal/pages.ts';
import { officeParts } from '#areas/office/web/portal/pages.ts';
import { messagesParts } from '#areas/messages/web/portal/pages.ts';
import { staffParts } from '#areas/staff/web/portal/pages.ts';
import { placesParts } from '#areas/places/web/portal/pages.ts';
import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

/** Those made of several areas. */
const ownParts: readonly PortalPart[] = [
  definePart({
    tab: 'audit',
    label: 'Audit trail',
    right: 'seeHistory',
    load: () => import('#app/web/portal/audit-tab.tsx'),
    component: 'AuditTab',
  }),
  definePart({
    tab: 'staff',
    label: 'Staff',
    right: 'manageStaff',
    load: () => import('#app/web/staff-panel.tsx'),
    component: 'StaffPanel',
  }),
  definePart({
    tab: 'account',
    label: 'Your account',
    right: 'ownAccount',
    load: () => import('#app/web/account-panel.tsx'),
    component: 'AccountPanel',
  }),
];

export const portalParts: readonly PortalPart[] = [
  ...recipesParts,
  ...ordersParts,
  ...kitchenParts,
  ...customersParts,
  ...deliveryParts,
  ...paymentsParts,
  ...waitlistParts,
  ...officeParts,
  ...messagesParts,
  ...staffParts,
  ...placesParts,
  ...ownParts,
];

/** Where the portal opens for those whose work is not in its first tab. */
const FIRST_PARTS: Partial<Record<StaffRole, PortalTab>> = {
  kitchen: 'prep',
  packer: 'account',
  driver: 'account',
  phone: 'orders',
};

/** The first part of a role, or the first tab for a visitor, if the address names none. */
export function portalPartOf(params: URLSearchParams, role: StaffRole = 'owner'): PortalPart {
  const named = portalParts.find(({ tab }) => tab === params.get('tab'));
  return named ?? partAt(FIRST_PARTS[role] ?? 'meals');
}

export function tabsFor(rights: readonly StaffRight[]): PortalPart[] {
  return TABS.map(partAt).filter(({ right }) => rights.includes(right));
}

/** Without a page of their own account for those who find it on the Staff page. */
export function morePagesFor(rights: readonly StaffRight[]): PortalPart[] {
  return MORE_TABS.map(partAt).filter(
    ({ tab, right }) =>
      rights.includes(right) && !(tab === 'account' && rights.includes('manageStaff')),
  );
}

/** @throws for a tab that no area has */
function partAt(name: PortalTab): PortalPart {
  const part = portalParts.find(({ tab }) => tab === name);
  if (!part) throw new Error(`No area has the part ${name} of the portal`);
  return part;
}
