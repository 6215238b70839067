import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

export const customersPage: PortalPage = {
  name: 'customers',
  label: 'Customers',
  block: 'people',
  icon: 'M6.8 7a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M4 17c.6-3.5 3-5 6-5s5.4 1.5 6 5',
  parts: [
    definePart({
      at: '/admin?tab=customers',
      label: 'Customers',
      right: 'seeCustomers',
      load: () => import('#areas/customers/web/portal/customers-tab.tsx'),
      component: 'CustomersTab',
    }),
  ],
};

export const byPhonePart = definePart({
  at: '/admin?tab=phone',
  label: 'By phone',
  right: 'takePhoneOrders',
  load: () => import('#areas/customers/web/portal/phone-orders-tab.tsx'),
  component: 'PhoneOrdersTab',
});

export const problemsPart = definePart({
  at: '/admin?tab=problems',
  label: 'Problems',
  right: 'seeProblems',
  load: () => import('#areas/customers/web/portal/problems-tab.tsx'),
  component: 'ProblemsTab',
});

export const ratingsPart = definePart({
  at: '/admin?tab=ratings',
  label: 'Ratings',
  right: 'seeRatings',
  load: () => import('#areas/customers/web/portal/ratings-tab.tsx'),
  component: 'RatingsTab',
});
