import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const placesParts: readonly PortalPart[] = [
  definePart({
    tab: 'settings',
    label: 'Settings',
    right: 'manageSettings',
    load: () => import('#areas/places/web/portal/settings/settings-tab.tsx'),
    component: 'SettingsTab',
  }),
];
