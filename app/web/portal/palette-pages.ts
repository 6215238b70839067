/** Where the palette leads, of what a role may open. */
import type { StaffRight } from '#platform/rules/rights.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { morePagesFor, tabsFor } from '#app/web/portal/parts.ts';

export type PalettePage = {
  label: string;
  path: string;
  /** Words it is found by besides its label. */
  words?: string[];
  /** It is loaded afresh, because it is no part of the portal. */
  isElsewhere?: boolean;
};

export function palettePagesFor(rights: readonly StaffRight[]): PalettePage[] {
  const may = (right: StaffRight, page: PalettePage) => (rights.includes(right) ? [page] : []);
  return [
    { label: 'Home', path: paths.home(), words: ['today'], isElsewhere: true },
    ...[...tabsFor(rights), ...morePagesFor(rights)].map(({ tab, label }) => ({
      label,
      path: paths.admin({ tab }),
    })),
    ...may('seeSlots', {
      label: 'Delivery Slots',
      path: paths.deliverySlots(),
      words: ['capacity'],
    }),
    ...may('pack', { label: 'Pack', path: paths.pack(), words: ['bags'] }),
    ...may('drive', { label: 'Drive', path: paths.drive(), words: ['stops'], isElsewhere: true }),
    {
      label: 'View public site',
      path: paths.publicHome(),
      words: ['website'],
      isElsewhere: true,
    },
  ];
}
