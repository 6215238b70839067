import { queryOptions } from '@tanstack/react-query';
import {
  deleteMenuWeek,
  listMenuWeeks,
  type MenuWeekReply,
  type MenuWeekRequest,
  rotateMenus,
  type SavedMenuReply,
  saveMenuWeek,
} from '#areas/menu/calls/menu-weeks.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

export const MENU_WEEKS_KEY = ['menu-weeks'];

/** `stillSold`: of the save that it comes from. */
export type ShownMenu = MenuWeekReply & Partial<Pick<SavedMenuReply, 'stillSold'>>;

/** Null: the week has no menu. Not refetched while someone plans. */
export function menuWeekQuery(weekStart: PlainDate) {
  return queryOptions({
    queryKey: [...MENU_WEEKS_KEY, weekStart],
    queryFn: async ({ signal }): Promise<ShownMenu | null> => {
      const query = { from: weekStart, to: weekStart };
      return (await call(listMenuWeeks, { query, signal }))[0] ?? null;
    },
    gcTime: 0,
  });
}

export const sendMenuWeek = (weekStart: PlainDate, body: MenuWeekRequest) =>
  call(saveMenuWeek, { params: { weekStart }, body });

export const sendDeleteMenuWeek = (weekStart: PlainDate) =>
  call(deleteMenuWeek, { params: { weekStart } });

export const sendRotateMenus = (body: { from: PlainDate; every: number; weeks: number }) =>
  call(rotateMenus, { body });
