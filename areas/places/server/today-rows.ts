import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { closureOn, isOffered } from '#areas/business/rules/offered-windows.ts';
import type { FoundRow } from '#areas/order-book/rules/today-rows.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import { listBookedSlots } from './preview-settings.ts';
import { listUnlistedSuburbs } from './save-settings.ts';

export const placesToday: readonly TodayRows[] = [
  {
    kinds: {
      not_offered: {
        level: 'without',
        many: 'days that are booked and closed',
        page: 'deliveries',
        right: 'editSlots',
      },
    },
    find: findNotOffered,
  },
  {
    kinds: {
      suburb: { level: 'shop', many: 'suburbs', page: 'settings', right: 'manageSettings' },
    },
    find: findSuburbs,
  },
];

/** Days from today on with something booked on a closed day, or in a window that the day does not have. */
async function findNotOffered({ db }: Context, { at, business }: TodayAsked): Promise<FoundRow[]> {
  const slots = await listBookedSlots(db, at, business, { isUndecided: true });
  const lost = slots.filter((slot) => !isOffered(business, slot));
  return [...Map.groupBy(lost, ({ date }) => date)].map(([date, ofDay]) => {
    const windows = ofDay.map(({ window }) => window);
    const count = ofDay.reduce((sum, { deliveries }) => sum + deliveries, 0);
    return {
      kind: 'not_offered',
      id: date,
      title: `${formatDate(date)}: ${count === 1 ? '1 delivery' : `${count} deliveries`} booked when you don’t deliver`,
      detail: [closureOn(business, date)?.reason ?? windows.map(windowLabel).join(' and ')],
      about: count,
      link: portalLink({ tab: 'close', date, window: windows.join(',') }),
      action: 'Decide',
    };
  });
}

/** For open orders, on no list, until the owner has said in Settings what became of each. */
async function findSuburbs({ db }: Context, { business }: TodayAsked): Promise<FoundRow[]> {
  const unlisted = await listUnlistedSuburbs(db, business);
  return unlisted.map(({ name, orders }) => ({
    kind: 'suburb',
    id: name,
    title: `${name} is not on your list of suburbs`,
    detail: [orders === 1 ? '1 open order' : `${orders} open orders`],
    about: orders,
    link: portalLink({ tab: 'settings', section: 'Where' }),
    action: 'Settle',
  }));
}
