import { useDayQueue } from '#platform/web/offline/day-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { benchQueue } from '#areas/kitchen/web/bench/bench-queue.ts';
import { ForRight } from '#areas/staff/web/portal/for-right.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { PanelSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { registerDayWorker } from '#platform/web/offline/day-worker.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';

const BenchPage = lazy(async () => ({
  default: (await import('#areas/kitchen/web/bench/bench-page.tsx')).BenchPage,
}));

/** Guard of /bench: it opens with what is on the tablet, signal or not, and without that for staff who are signed in. */
export function BenchScreen() {
  const { phase } = useDayQueue(benchQueue);
  const client = useQueryClient();
  useEffect(() => benchQueue.start(), []);
  useEffect(() => registerDayWorker(paths.bench()), []);
  useEffect(() => {
    // Who was signed in when the page was opened may not be any more.
    if (phase === 'signed-out') client.removeQueries(signedInQuery);
  }, [phase, client]);

  if (phase === 'loading') return <PanelSkeleton />;
  if (phase === 'ready')
    return (
      <main id="content">
        <Suspense fallback={<PanelSkeleton />}>
          <BenchPage />
        </Suspense>
      </main>
    );
  const noAnswer = (
    <main id="content" className="mx-auto w-full max-w-xl px-4 py-16">
      <ErrorState
        message="There is no connection, and today’s pots and trays are not on this tablet yet."
        onRetry={benchQueue.retry}
      />
    </main>
  );
  if (phase === 'no-answer') return noAnswer;
  return (
    <RequireStaff asksFor="the bench" fallback={<PanelSkeleton />}>
      <ForRight right="seeDailyPrep">{noAnswer}</ForRight>
    </RequireStaff>
  );
}
