import { useQueryClient } from '@tanstack/react-query';
import type { Failure } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import type { MenuWeekRequest } from '#areas/menu/calls/menu-weeks.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  menuWeekQuery,
  sendDeleteMenuWeek,
  sendMenuWeek,
} from '#areas/recipes/web/portal/menu-weeks-queries.ts';

/** Saves or removes a week's menu. `problem`: why the last attempt failed, line by line; what was planned stays. */
export function useSaveMenu(weekStart: PlainDate) {
  const client = useQueryClient();
  const { queryKey } = menuWeekQuery(weekStart);
  const save = useChange((menu: MenuWeekRequest) => sendMenuWeek(weekStart, menu), {
    onDone: (saved) => void client.setQueryData(queryKey, saved),
    says: ({ state }) => ({
      title: state === 'ready' ? 'Menu Published' : 'Draft Saved',
      description:
        state === 'ready'
          ? 'Customers are offered these meals for the week.'
          : 'Customers don’t see it yet.',
      tone: 'success',
    }),
  });
  const remove = useChange(() => sendDeleteMenuWeek(weekStart), {
    onDone: () => void client.setQueryData(queryKey, null),
    says: () => ({
      title: 'Menu Removed',
      description: 'The week offers every meal that is switched on.',
      tone: 'success',
    }),
  });
  const failure = save.failure ?? remove.failure;
  return { save, remove, problem: failure && linesOf(failure) };
}

function linesOf(failure: Failure): string[] {
  return failure.is === 'fields'
    ? [...new Set(Object.values(failure.fields) as string[])]
    : [failure.message];
}
