import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const waitlistParts: readonly PortalPart[] = [
  definePart({
    tab: 'waitlist',
    label: 'Waitlist',
    right: 'manageWaitlist',
    load: () => import('#areas/waitlist/web/portal/waitlist-tab.tsx'),
    component: 'WaitlistTab',
  }),
];
