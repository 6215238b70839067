import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

export const todayPage: PortalPage = {
  name: 'today',
  label: 'Today',
  block: 'day',
  icon: 'M6.6 10a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M4.4 15.6l1.4-1.4M14.2 5.8l1.4-1.4',
  right: 'seeDeliveries',
  words: ['home'],
  parts: [
    definePart({
      at: '/',
      label: 'Today',
      // Packers and drivers find there the way to their own page.
      right: 'ownAccount',
      load: () => import('#areas/office/web/portal/today-part.tsx'),
      component: 'TodayPart',
    }),
  ],
};

export const moneyPage: PortalPage = {
  name: 'money',
  label: 'Money',
  block: 'business',
  icon: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12.5 7.5c-.6-1-4.5-1.3-4.5.6 0 2 4.6 1.2 4.6 3.4 0 1.9-4 1.9-4.9.4M10 5v10',
  words: ['sales', 'accountant'],
  parts: [
    definePart({
      at: '/admin?tab=figures',
      label: 'Figures',
      right: 'seeFigures',
      load: () => import('#areas/office/web/portal/figures/figures-tab.tsx'),
      component: 'FiguresTab',
    }),
  ],
};

/** At the foot of the sidebar, and a panel over any page. */
export const helpPage: PortalPage = {
  name: 'help',
  label: 'Help',
  block: null,
  icon: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M8 8a2 2 0 1 1 2.6 2c-.5.2-.6.5-.6 1.2M10 13.8v.1',
  words: ['handbook'],
  parts: [
    definePart({
      at: '/admin?tab=help',
      label: 'Help',
      right: 'ownAccount',
      load: () => import('#areas/office/web/portal/help-tab.tsx'),
      component: 'HelpTab',
    }),
  ],
};

export const goingLivePart = definePart({
  at: '/admin?tab=first-hour',
  label: 'Going live',
  right: 'manageSettings',
  load: () => import('#areas/office/web/portal/going-live/going-live-tab.tsx'),
  component: 'GoingLiveTab',
});

export const systemPart = definePart({
  at: '/admin?tab=system',
  label: 'System',
  right: 'manageSystem',
  load: () => import('#areas/office/web/portal/system-tab.tsx'),
  component: 'SystemTab',
});

const importing = {
  label: 'Import',
  right: 'importFiles',
  load: () => import('#areas/office/web/portal/import-tab.tsx'),
  component: 'ImportTab',
} as const;

export const mealImportPart = definePart({ ...importing, at: '/admin?tab=import&of=meals' });
export const recipeImportPart = definePart({ ...importing, at: '/admin?tab=import&of=recipes' });
export const contactImportPart = definePart({ ...importing, at: '/admin?tab=import&of=contacts' });
