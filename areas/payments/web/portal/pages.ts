import { definePart } from '#areas/business/web/define-page.ts';

export const paymentsPart = definePart({
  at: '/admin?tab=payments',
  label: 'Payments',
  right: 'managePayments',
  load: () => import('#areas/payments/web/portal/payments-tab.tsx'),
  component: 'PaymentsTab',
});
