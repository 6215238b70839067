import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const officeParts: readonly PortalPart[] = [
  definePart({
    tab: 'figures',
    label: 'Figures',
    right: 'seeFigures',
    load: () => import('#areas/office/web/portal/figures/figures-tab.tsx'),
    component: 'FiguresTab',
  }),
  definePart({
    tab: 'system',
    label: 'System',
    right: 'manageSystem',
    load: () => import('#areas/office/web/portal/system-tab.tsx'),
    component: 'SystemTab',
  }),
  definePart({
    tab: 'help',
    label: 'Help',
    right: 'ownAccount',
    load: () => import('#areas/office/web/portal/help-tab.tsx'),
    component: 'HelpTab',
  }),
  definePart({
    tab: 'first-hour',
    label: 'First hour',
    right: 'manageSettings',
    load: () => import('#areas/office/web/portal/first-hour-tab.tsx'),
    component: 'FirstHourTab',
  }),
];
