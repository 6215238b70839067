import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

export const messagesPage: PortalPage = {
  name: 'messages',
  label: 'Messages',
  block: 'people',
  icon: 'M3 4.5h14v9H9l-3.5 3v-3H3z',
  words: ['emails', 'mail', 'texts'],
  parts: [
    definePart({
      at: '/admin?tab=mail',
      label: 'Sent and failed',
      right: 'seeEmails',
      load: () => import('#areas/messages/web/portal/emails-tab.tsx'),
      component: 'EmailsTab',
    }),
    definePart({
      at: '/admin?tab=mail&section=texts',
      label: 'Words',
      right: 'editMessageTexts',
      load: () => import('#areas/messages/web/portal/words-section.tsx'),
      component: 'WordsSection',
    }),
  ],
};
