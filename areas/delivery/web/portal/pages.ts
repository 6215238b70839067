import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const deliveryParts: readonly PortalPart[] = [
  definePart({
    tab: 'deliveries',
    label: 'Deliveries',
    right: 'seeDeliveries',
    load: () => import('#areas/delivery/web/portal/deliveries/deliveries-tab.tsx'),
    component: 'DeliveriesTab',
  }),
  definePart({
    tab: 'close',
    label: 'Close a window',
    right: 'moveDeliveries',
    load: () => import('#areas/delivery/web/portal/close-window-tab.tsx'),
    component: 'CloseWindowTab',
  }),
];
