import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const customersParts: readonly PortalPart[] = [
  definePart({
    tab: 'phone',
    label: 'Phone orders',
    right: 'takePhoneOrders',
    load: () => import('#areas/customers/web/portal/phone-orders-tab.tsx'),
    component: 'PhoneOrdersTab',
  }),
  definePart({
    tab: 'problems',
    label: 'Problems',
    right: 'seeProblems',
    load: () => import('#areas/customers/web/portal/problems-tab.tsx'),
    component: 'ProblemsTab',
  }),
  definePart({
    tab: 'ratings',
    label: 'Ratings',
    right: 'seeRatings',
    load: () => import('#areas/customers/web/portal/ratings-tab.tsx'),
    component: 'RatingsTab',
  }),
  definePart({
    tab: 'customers',
    label: 'Customers',
    right: 'seeCustomers',
    load: () => import('#areas/customers/web/portal/customers-tab.tsx'),
    component: 'CustomersTab',
  }),
];
