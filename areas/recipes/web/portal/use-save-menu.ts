import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MenuWeekRequest } from '#areas/menu/calls/menu-weeks.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import {
  menuWeekQuery,
  sendDeleteMenuWeek,
  sendMenuWeek,
} from '#areas/recipes/web/portal/menu-weeks-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/** Saves or removes a week's menu. `problem`: why the last attempt failed, line by line; what was planned stays. */
export function useSaveMenu(weekStart: PlainDate) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [problem, setProblem] = useState<string[] | null>(null);
  const { queryKey } = menuWeekQuery(weekStart);
  const onError = (error: unknown) => {
    if (!isSignedOut(error)) setProblem(linesOf(error));
  };
  const save = useMutation({
    mutationFn: (menu: MenuWeekRequest) => sendMenuWeek(weekStart, menu),
    onMutate: () => setProblem(null),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      showToast({
        title: saved.state === 'ready' ? 'Menu Published' : 'Draft Saved',
        description:
          saved.state === 'ready'
            ? 'Customers are offered these meals for the week.'
            : 'Customers don’t see it yet.',
        tone: 'success',
      });
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => sendDeleteMenuWeek(weekStart),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      client.setQueryData(queryKey, null);
      showToast({
        title: 'Menu Removed',
        description: 'The week offers every meal that is switched on.',
        tone: 'success',
      });
    },
    onError,
  });
  return { save, remove, problem };
}

function linesOf(error: unknown): string[] {
  const fields = error instanceof ApiError ? error.reply?.fields : undefined;
  return fields ? [...new Set(Object.values(fields))] : [describeFailure(error)];
}
