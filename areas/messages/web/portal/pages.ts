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
      right: 'editTexts',
      load: () => import('#areas/messages/web/portal/words-section.tsx'),
      component: 'WordsSection',
    }),
  ],
};

/** A part of Settings, for those who may write and not only for owners. */
export const pageTextsPart = definePart({
  at: '/admin?tab=settings&section=texts',
  label: 'Page texts',
  right: 'editTexts',
  load: () => import('#areas/messages/web/portal/page-texts-tab.tsx'),
  component: 'PageTextsTab',
});
