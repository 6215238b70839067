import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSignedOut } from '#web/api/session.ts';
import { paths } from '#web/navigation/paths.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';

const WAIT_MS = 500;

/**
 * Spec 8: when any call finds that the session has ended, a toast says so and the sign-in page opens, to return here
 * afterwards.
 */
export function WatchSession() {
  const { showToast } = useToast();
  const client = useQueryClient();

  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;

    function handle(error: unknown) {
      if (leaving || !isSignedOut(error)) return;
      showToast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        tone: 'error',
      });
      leaving = setTimeout(() => location.assign(paths.login({ next: pageAtHand() })), WAIT_MS);
    }
    const cleanups = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
      }),
    ];
    return () => {
      for (const unsubscribe of cleanups) unsubscribe();
      clearTimeout(leaving);
    };
  }, [client, showToast]);

  return null;
}

function pageAtHand(): string {
  return location.pathname + location.search;
}
