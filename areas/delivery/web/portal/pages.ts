import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

export const deliveriesPage: PortalPage = {
  name: 'deliveries',
  label: 'Deliveries',
  block: 'deliveries',
  icon: 'M2.5 5.5h9v8h-9zM11.5 8.5H15l2.5 3v2h-6zM4.5 14.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M12.5 14.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
  words: ['runs', 'drivers'],
  parts: [
    definePart({
      at: '/admin?tab=deliveries',
      tabs: ['close'],
      label: 'Runs',
      right: 'seeDeliveries',
      load: () => import('#areas/delivery/web/portal/deliveries/deliveries-tab.tsx'),
      component: 'DeliveriesTab',
    }),
  ],
};

export const packPage: PortalPage = {
  name: 'pack',
  label: 'Pack',
  block: 'deliveries',
  icon: 'M4.5 7h11l1 10h-13zM7 7V6a3 3 0 0 1 6 0v1',
  words: ['bags'],
  parts: [{ at: '/pack', label: 'Pack', right: 'pack' }],
};

export const drivePage: PortalPage = {
  name: 'drive',
  label: 'Drive',
  block: 'deliveries',
  icon: 'M10 17.5s5.5-4.7 5.5-9a5.5 5.5 0 0 0-11 0c0 4.3 5.5 9 5.5 9zM8.2 8.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0',
  words: ['stops'],
  parts: [{ at: '/drive', label: 'Drive', right: 'drive' }],
};
