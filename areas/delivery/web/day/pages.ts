import { definePage, type Page } from '#areas/business/web/define-page.ts';

/** Loaded at the first scan, with or without signal. */
export const SCANNER = 'platform/web/offline/own-detector.ts';

export const drivePages: readonly Page[] = [
  definePage({
    path: '/drive',
    title: 'Drive',
    isClosedToRobots: true,
    load: () => import('#areas/delivery/web/day/drive-screen.tsx'),
    component: 'DriveScreen',
    layout: 'portal',
    laterModules: ['areas/delivery/web/day/drive-page.tsx', SCANNER],
    isPrerendered: false,
  }),
  definePage({
    path: '/drive/stop/:deliveryId',
    title: 'Drive',
    isClosedToRobots: true,
    load: () => import('#areas/delivery/web/day/drive-screen.tsx'),
    component: 'DriveScreen',
    layout: 'portal',
    laterModules: ['areas/delivery/web/day/drive-page.tsx', SCANNER],
    isPrerendered: false,
  }),
];
