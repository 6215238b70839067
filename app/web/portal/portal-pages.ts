/**
 * The one table of the portal's pages, in the sequence of the sidebar: from it come sidebar, bottom bar, sheet and
 * search, and who may open what. What each page is stands in `web/portal/pages.ts` of its area.
 */
import type { StaffRight, StaffRole } from '#platform/rules/roles.ts';
import { LANDINGS } from '#platform/web/navigation/landing.ts';
import { definePart, type PortalPage, type PortalPart } from '#areas/business/web/define-page.ts';
import * as customers from '#areas/customers/web/portal/pages.ts';
import * as delivery from '#areas/delivery/web/portal/pages.ts';
import * as kitchen from '#areas/kitchen/web/portal/pages.ts';
import { messagesPage, pageTextsPart } from '#areas/messages/web/portal/pages.ts';
import * as office from '#areas/office/web/portal/pages.ts';
import * as orders from '#areas/orders/web/portal/pages.ts';
import { paymentsPart } from '#areas/payments/web/portal/pages.ts';
import * as places from '#areas/places/web/portal/pages.ts';
import * as recipes from '#areas/recipes/web/portal/pages.ts';
import * as staff from '#areas/staff/web/portal/pages.ts';
import { waitlistPart } from '#areas/waitlist/web/portal/pages.ts';

const historyPart = definePart({
  at: '/admin?tab=audit',
  label: 'History',
  right: 'seeHistory',
  load: () => import('#app/web/portal/audit-tab.tsx'),
  component: 'AuditTab',
});

export const portalPages: readonly PortalPage[] = [
  office.todayPage,
  withParts(recipes.mealsPage, customers.ratingsPart, office.mealImportPart),
  withParts(orders.ordersPage, customers.byPhonePart, customers.problemsPart),
  kitchen.prepPage,
  withParts(customers.customersPage, waitlistPart, office.contactImportPart),
  messagesPage,
  kitchen.planPage,
  withParts(kitchen.shoppingPage, recipes.suppliersPart),
  withParts(recipes.recipesPage, office.recipeImportPart),
  withParts(kitchen.foodSafetyPage, orders.foodToSettlePart),
  delivery.deliveriesPage,
  places.slotsPage,
  delivery.packPage,
  delivery.drivePage,
  withParts(office.moneyPage, paymentsPart),
  withParts(
    places.settingsPage,
    pageTextsPart,
    office.goingLivePart,
    staff.staffPart,
    staff.apiPart,
    historyPart,
    office.systemPart,
    ...staff.accountPage.parts,
  ),
  office.helpPage,
  staff.accountPage,
];

function withParts(page: PortalPage, ...parts: readonly PortalPart[]): PortalPage {
  return { ...page, parts: [...page.parts, ...parts] };
}

/** Spec 2: the only tabs. */
export const SPEC_TABS: readonly string[] = ['meals', 'orders', 'prep'];

const ALL_PARTS: readonly PortalPart[] = portalPages.flatMap(({ parts }) => parts);

/** The rows of someone with these rights, each with the parts that they may open. */
export function pagesFor(rights: readonly StaffRight[]): PortalPage[] {
  return portalPages
    .filter(({ right }) => right === undefined || rights.includes(right))
    .map((page) => ({ ...page, parts: page.parts.filter((part) => rights.includes(part.right)) }))
    .filter(({ parts }) => parts.length > 0);
}

export function pageOf(part: PortalPart, pages = portalPages): PortalPage | undefined {
  return pages.find(({ parts }) => parts.includes(part));
}

/** What an address shows: of /admin without the name of a part, that of the role. */
export function partAt(href: string, role: StaffRole): PortalPart {
  const part = findPart(href) ?? findPart(LANDINGS[role].admin);
  if (!part) throw new Error(`Nothing is behind ${LANDINGS[role].admin}`);
  return part;
}

/** The part whose address says most of what this one says; undefined: it is no page of the portal, or names no part. */
export function findPart(href: string): PortalPart | undefined {
  const { pathname, searchParams } = new URL(href, 'http://site');
  const fits = ALL_PARTS.map((part) => fitOf(part, pathname, searchParams));
  const best = Math.max(...fits);
  return best < 0 ? undefined : ALL_PARTS[fits.indexOf(best)];
}

/** How many parameters say the same; -1: it is another address. */
function fitOf(
  { at, tabs = [], sections = [] }: PortalPart,
  pathname: string,
  asked: URLSearchParams,
) {
  const own = new URL(at, 'http://site');
  const named = [...own.searchParams];
  const isOld = tabs.includes(asked.get('tab') ?? '');
  const isSame = named.every(([name, value]) => {
    const given = asked.get(name) ?? '';
    return isOld || given === value || (name === 'section' && sections.includes(given));
  });
  return own.pathname === pathname && isSame ? named.length : -1;
}

/** Where someone goes who has signed in: to the page they came for if their role has it, else to where their work begins. */
export function afterSignIn(
  { role, rights }: { role: StaffRole; rights: readonly StaffRight[] },
  next: string | null,
): string {
  const { signedIn } = LANDINGS[role];
  if (next === null) return signedIn;
  const part = findPart(next);
  if (part === undefined || rights.includes(part.right)) return next;
  // Pack and Drive open without a signal, at their own address alone.
  if (!findPart(signedIn)?.load) return signedIn;
  const landing = new URL(signedIn, 'http://site');
  landing.searchParams.set('not', next);
  return landing.pathname + landing.search;
}
