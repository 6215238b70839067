import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { signedInQuery } from '#web/api/session.ts';
import { startPacking, retryPacking, usePackState } from '#web/day/pack/queue/pack-state.ts';
import { registerDayWorker } from '#web/day/queue/day-worker.ts';
import { paths } from '#web/navigation/paths.ts';
import { ForRight } from '#web/portal/layout/for-right.tsx';
import { PortalSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { RequireStaff } from '#web/portal/sign-in/require-staff.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

const PackPage = lazy(async () => ({
  default: (await import('#web/day/pack/pack-page.tsx')).PackPage,
}));

/**
 * Guard of /pack: it opens with what is on the tablet, signal or not, and without that for staff who are signed in. Nobody
 * else even loads what is behind it.
 */
export function PackScreen() {
  const { phase } = usePackState();
  const client = useQueryClient();
  useEffect(startPacking, []);
  useEffect(() => registerDayWorker(paths.pack()), []);
  useEffect(() => {
    // Who was signed in when the page was opened may not be any more.
    if (phase === 'signed-out') client.removeQueries(signedInQuery);
  }, [phase, client]);

  if (phase === 'loading') return <PortalSkeleton />;
  if (phase === 'ready')
    return (
      <main id="content">
        <Suspense fallback={<PortalSkeleton />}>
          <PackPage />
        </Suspense>
      </main>
    );
  const noAnswer = (
    <main id="content" className="mx-auto w-full max-w-xl px-4 py-16">
      <ErrorState
        message="There is no connection, and today’s bags are not on this tablet yet."
        onRetry={retryPacking}
      />
    </main>
  );
  if (phase === 'no-answer') return noAnswer;
  return (
    <RequireStaff asksFor="packing" fallback={<PortalSkeleton />}>
      <ForRight right="pack">{noAnswer}</ForRight>
    </RequireStaff>
  );
}
