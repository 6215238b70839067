import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const paymentsParts: readonly PortalPart[] = [
  definePart({
    tab: 'payments',
    label: 'Payments',
    right: 'managePayments',
    load: () => import('#areas/payments/web/portal/payments-tab.tsx'),
    component: 'PaymentsTab',
  }),
];
