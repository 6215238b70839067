import type { StaffRight } from '#platform/rules/rights.ts';
import type { StaffRole } from '#platform/rules/roles.ts';

type Part<Name extends string> = {
  name: Name;
  label: string;
  /** Without it, the part is neither shown nor opened. */
  right: StaffRight;
};

function part<Name extends string>(name: Name, label: string, right: StaffRight): Part<Name> {
  return { name, label, right };
}

const MEALS = part('meals', 'Weekly Meals', 'seeMeals');

/** The parts of /admin, by their name in the address. Spec 2: three tabs; the pages that we added are under "More". */
const PORTAL_TABS = [
  MEALS,
  part('orders', 'Customer Orders', 'seeOrders'),
  part('prep', 'Daily Prep', 'seeDailyPrep'),
];

const MORE_PAGES = [
  part('plan', 'Plan', 'seeDailyPrep'),
  part('shopping', 'Shopping', 'seeDailyPrep'),
  part('phone', 'Phone orders', 'takePhoneOrders'),
  part('menus', 'Menus by the week', 'seeMeals'),
  part('deliveries', 'Deliveries', 'seeDeliveries'),
  part('close', 'Close a window', 'moveDeliveries'),
  part('food-safety', 'Food safety', 'cook'),
  part('temperatures', 'Food safety record', 'cook'),
  part('recall', 'Recall', 'recallGoods'),
  part('problems', 'Problems', 'seeProblems'),
  part('ratings', 'Ratings', 'seeRatings'),
  part('cookbook', 'Recipes and ingredients', 'seeRecipes'),
  part('recipes', 'Recipes to settle', 'seeRecipeAlerts'),
  part('payments', 'Payments', 'managePayments'),
  part('customers', 'Customers', 'seeCustomers'),
  part('waitlist', 'Waitlist', 'manageWaitlist'),
  part('figures', 'Figures', 'seeFigures'),
  part('mail', 'Emails', 'seeEmails'),
  part('audit', 'Audit trail', 'seeHistory'),
  part('staff', 'Staff', 'manageStaff'),
  part('api', 'API', 'makeApiTokens'),
  part('settings', 'Settings', 'manageSettings'),
  part('account', 'Your account', 'ownAccount'),
  part('system', 'System', 'manageSystem'),
  part('help', 'Help', 'ownAccount'),
];

/** Under no menu: the home page leads there until it is over, and System always. */
const FIRST_HOUR = part('first-hour', 'First hour', 'manageSettings');

const PORTAL_PARTS = [...PORTAL_TABS, ...MORE_PAGES, FIRST_HOUR];

type PortalPart = (typeof PORTAL_PARTS)[number];

export type PortalTab = PortalPart['name'];

/** Where the portal opens for those whose work is not in its first tab. */
const FIRST_PARTS: Partial<Record<StaffRole, PortalTab>> = {
  kitchen: 'prep',
  packer: 'account',
  driver: 'account',
  phone: 'orders',
};

/** The first part of a role, or the first tab for a visitor, if the address names none. */
export function portalPartOf(params: URLSearchParams, role: StaffRole = 'owner'): PortalPart {
  const named = PORTAL_PARTS.find(({ name }) => name === params.get('tab'));
  return named ?? PORTAL_PARTS.find(({ name }) => name === FIRST_PARTS[role]) ?? MEALS;
}

export function tabsFor(rights: readonly StaffRight[]) {
  return PORTAL_TABS.filter(({ right }) => rights.includes(right));
}

/** Without a page of their own account for those who find it on the Staff page. */
export function morePagesFor(rights: readonly StaffRight[]) {
  return MORE_PAGES.filter(
    ({ name, right }) =>
      rights.includes(right) && !(name === 'account' && rights.includes('manageStaff')),
  );
}
