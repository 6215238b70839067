import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const messagesParts: readonly PortalPart[] = [
  definePart({
    tab: 'mail',
    label: 'Emails',
    right: 'seeEmails',
    load: () => import('#areas/messages/web/portal/emails-tab.tsx'),
    component: 'EmailsTab',
  }),
];
