import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { SETTINGS_PARTS } from './settings/settings-parts.ts';

const settings = {
  right: 'manageSettings',
  load: () => import('#areas/places/web/portal/settings/settings-tab.tsx'),
  component: 'SettingsTab',
} as const;

export const slotsPage: PortalPage = {
  name: 'slots',
  label: 'Delivery Slots',
  block: 'deliveries',
  icon: 'M3.5 3.5H9V9H3.5zM11 3.5h5.5V9H11zM3.5 11H9v5.5H3.5zM11 11h5.5v5.5H11z',
  words: ['capacity', 'windows'],
  parts: [
    definePart({
      at: '/delivery-slots',
      label: 'Delivery Slots',
      right: 'seeSlots',
      load: () => import('#areas/places/web/portal/delivery-slots.tsx'),
      component: 'DeliverySlots',
    }),
  ],
};

export const settingsPage: PortalPage = {
  name: 'settings',
  label: 'Settings',
  block: 'business',
  icon: 'M7.4 10a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M4.7 15.3l1.5-1.5M13.8 6.2l1.5-1.5',
  right: 'seeHistory',
  // The first also answers an address that names no section.
  parts: SETTINGS_PARTS.map(({ label, sections: [first, ...others] }, index) =>
    definePart({
      ...settings,
      at: paths.admin({ tab: 'settings', ...(index > 0 && { section: first }) }),
      label,
      sections: others,
    }),
  ),
};
