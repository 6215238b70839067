import { definePart } from '#areas/business/web/define-page.ts';

export const waitlistPart = definePart({
  at: '/admin?tab=waitlist',
  label: 'Waitlist',
  right: 'manageWaitlist',
  load: () => import('#areas/waitlist/web/portal/waitlist-tab.tsx'),
  component: 'WaitlistTab',
});
