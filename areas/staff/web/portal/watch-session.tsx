import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isSignedOut, signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useToastBefore } from '#platform/web/ui/feedback/use-toast-before.ts';

const READABLE_MS = 500;

/**
 * Spec 8: when any call finds that the session has ended, a toast says so and the sign-in page opens, to return here
 * afterwards.
 */
export function WatchSession() {
  const showToastBefore = useToastBefore();
  const client = useQueryClient();

  useEffect(() => {
    let callOff: (() => void) | undefined;

    function handle(error: unknown) {
      // The role was changed meanwhile: from now on, show what the new one may do.
      if (error instanceof ApiError && error.reply?.code === 'not_allowed') {
        void client.invalidateQueries(signedInQuery);
      }
      if (callOff || !isSignedOut(error)) return;
      const message = {
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        tone: 'error',
      } as const;
      callOff = showToastBefore(message, READABLE_MS, () =>
        location.assign(paths.login({ next: pageAtHand() })),
      );
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
      callOff?.();
    };
  }, [client, showToastBefore]);

  return null;
}

function pageAtHand(): string {
  return location.pathname + location.search;
}
