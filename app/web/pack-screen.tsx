import { useDayQueue } from '#platform/web/offline/day-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { signedInQuery } from '#platform/web/api/session.ts';
import { packQueue } from '#areas/delivery/web/day/pack-queue.ts';
import { registerDayWorker } from '#platform/web/offline/day-worker.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ForRight } from '#areas/staff/web/portal/for-right.tsx';
import { PanelSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';

const PackPage = lazy(async () => ({
  default: (await import('#areas/delivery/web/day/pack/pack-page.tsx')).PackPage,
}));

/**
 * Guard of /pack: it opens with what is on the tablet, signal or not, and without that for staff who are signed in. Nobody
 * else even loads what is behind it.
 */
export function PackScreen() {
  const { phase } = useDayQueue(packQueue);
  const client = useQueryClient();
  useEffect(() => packQueue.start(), []);
  useEffect(() => registerDayWorker(paths.pack()), []);
  useEffect(() => {
    // Who was signed in when the page was opened may not be any more.
    if (phase === 'signed-out') client.removeQueries(signedInQuery);
  }, [phase, client]);

  if (phase === 'loading') return <PanelSkeleton />;
  if (phase === 'ready')
    return (
      <main id="content">
        <Suspense fallback={<PanelSkeleton />}>
          <PackPage />
        </Suspense>
      </main>
    );
  const noAnswer = (
    <main id="content" className="mx-auto w-full max-w-xl px-4 py-16">
      <ErrorState
        message="There is no connection, and today’s bags are not on this tablet yet."
        onRetry={packQueue.retry}
      />
    </main>
  );
  if (phase === 'no-answer') return noAnswer;
  return (
    <RequireStaff asksFor="packing" fallback={<PanelSkeleton />}>
      <ForRight right="pack">{noAnswer}</ForRight>
    </RequireStaff>
  );
}
