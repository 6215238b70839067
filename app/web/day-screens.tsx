/** Guards of the pages of the day: they open with what is on the tablet, signal or not, and without that for staff who are signed in. */
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { PanelSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { packQueue } from '#areas/delivery/web/day/pack-queue.ts';
import { benchQueue } from '#areas/kitchen/web/bench/bench-queue.ts';
import { ForRight } from '#areas/staff/web/portal/for-right.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import type { StaffRight } from '#platform/rules/roles.ts';
import { signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { type DayQueue, useDayQueue } from '#platform/web/offline/day-queue.ts';
import type { DayFacts } from '#platform/web/offline/day-store.ts';
import { registerDayWorker } from '#platform/web/offline/day-worker.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

const BenchPage = lazy(async () => ({
  default: (await import('#areas/kitchen/web/bench/bench-page.tsx')).BenchPage,
}));
const PackPage = lazy(async () => ({
  default: (await import('#areas/delivery/web/day/pack-page.tsx')).PackPage,
}));

export function BenchScreen() {
  return (
    <DayScreen
      queue={benchQueue}
      path={paths.bench()}
      right="seeDailyPrep"
      asksFor="the bench"
      what="pots and trays"
      page={BenchPage}
    />
  );
}

export function PackScreen() {
  return (
    <DayScreen
      queue={packQueue}
      path={paths.pack()}
      right="pack"
      asksFor="packing"
      what="bags"
      page={PackPage}
    />
  );
}

type DayScreenProps<Day extends DayFacts, Said extends object> = {
  queue: DayQueue<Day, Said>;
  path: string;
  right: StaffRight;
  /** "the bench", of who is not signed in. */
  asksFor: string;
  /** "bags": what is not on the tablet. */
  what: string;
  /** Nobody else even loads it. */
  page: ComponentType;
};

function DayScreen<Day extends DayFacts, Said extends object>(props: DayScreenProps<Day, Said>) {
  const { queue, path, right, asksFor, what, page: Page } = props;
  const { phase, date } = useDayQueue(queue);
  const client = useQueryClient();
  useEffect(() => queue.start(), [queue]);
  useEffect(() => registerDayWorker(path), [path]);
  useEffect(() => {
    // Who was signed in when the page was opened may not be any more.
    if (phase === 'signed-out') client.removeQueries(signedInQuery);
  }, [phase, client]);

  if (phase === 'loading') return <PanelSkeleton />;
  if (phase === 'ready')
    return (
      <main id="content">
        <Suspense fallback={<PanelSkeleton />}>
          <Page />
        </Suspense>
      </main>
    );
  const noAnswer = (
    <main id="content" className="mx-auto grid w-full max-w-xl gap-4 px-4 py-16">
      <ErrorState
        message={`There is no connection, and the ${what} of ${date === null ? 'today' : 'that day'} are not on this tablet yet.`}
        onRetry={queue.retry}
      />
      {date !== null && (
        <Button size="large" variant="secondary" onClick={() => void queue.chooseDate(null)}>
          Back to today
        </Button>
      )}
    </main>
  );
  if (phase === 'no-answer') return noAnswer;
  return (
    <RequireStaff asksFor={asksFor} fallback={<PanelSkeleton />}>
      <ForRight right={right}>{noAnswer}</ForRight>
    </RequireStaff>
  );
}
