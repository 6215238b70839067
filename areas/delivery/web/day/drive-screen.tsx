import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { registerDayWorker } from '#platform/web/offline/day-worker.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { driveQueue, useDriving } from '#areas/delivery/web/day/drive-queue.ts';

const DrivePage = lazy(async () => ({
  default: (await import('#areas/delivery/web/day/drive-page.tsx')).DrivePage,
}));

/**
 * Guard of /drive: it opens with what is on the phone, signal or not, and without that for staff who are signed in. Nobody
 * else even loads what is behind it.
 */
export function DriveScreen() {
  const { phase } = useDriving();
  const { pathname } = useLocation();
  useEffect(() => driveQueue.start(), []);
  useEffect(() => registerDayWorker(paths.drive()), []);

  useEffect(() => {
    if (phase === 'signed-out') location.assign(paths.login({ next: pathname }));
  }, [phase, pathname]);

  return (
    <main id="content" className="sunlight min-h-svh text-lg">
      {phase === 'ready' ? (
        <Suspense fallback={<Loading />}>
          <DrivePage />
        </Suspense>
      ) : phase === 'no-answer' ? (
        <div className="px-4 py-16">
          <ErrorState
            message="There is no connection, and today’s stops are not on this phone yet."
            onRetry={driveQueue.retry}
          />
        </div>
      ) : (
        <Loading />
      )}
    </main>
  );
}

function Loading() {
  return (
    <p role="status" className="px-4 py-16 text-center font-semibold">
      Loading today’s stops…
    </p>
  );
}
