import { addDays, formatDate } from '#platform/rules/plain-date.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { countWaiting, useDayQueue } from '#platform/web/offline/day-queue.ts';
import { DaySignOut } from '#platform/web/offline/day-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { prepSheetSource } from '#areas/printouts/web/printouts-queries.ts';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';
import { BenchList } from './bench-list.tsx';
import { benchQueue } from './bench-queue.ts';

export function BenchPage() {
  const { day } = useDayQueue(benchQueue);
  if (!day) return null;
  const step = (days: number) => void benchQueue.chooseDate(addDays(day.date, days));
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-4">
      <BenchList
        heading={
          <div className="flex flex-wrap items-center gap-3">
            <PageHeading className="text-3xl">{formatDate(day.date)}</PageHeading>
            <div className="flex gap-2">
              <Button size="large" variant="secondary" onClick={() => step(-1)}>
                <span aria-hidden="true" className="text-3xl leading-none">
                  ‹
                </span>
                <span className="sr-only">The day before</span>
              </Button>
              <Button size="large" variant="secondary" onClick={() => step(1)}>
                <span aria-hidden="true" className="text-3xl leading-none">
                  ›
                </span>
                <span className="sr-only">The day after</span>
              </Button>
            </div>
            <More />
          </div>
        }
        printouts={
          <DownloadButton
            source={prepSheetSource(day.date)}
            saved="Prep Sheet Downloaded"
            about="as PDF"
            size="large"
          >
            Download prep sheet
          </DownloadButton>
        }
      />
    </div>
  );
}

const LINK = 'min-h-14 py-3 text-lg font-semibold underline underline-offset-4';

function More() {
  const state = useDayQueue(benchQueue);
  const { mine } = countWaiting(state);
  return (
    <details className="relative ml-auto">
      <summary className="grid size-14 place-items-center text-2xl font-bold">
        <span aria-hidden="true">⋮</span>
        <span className="sr-only">More</span>
      </summary>
      <div className="absolute top-full right-0 z-10 grid w-72 gap-1 rounded-2xl border border-line bg-surface p-4 shadow-raised">
        <a className={LINK} href={paths.admin({ tab: 'prep', date: state.day?.date })}>
          Daily Prep
        </a>
        <DaySignOut
          queue={benchQueue}
          unsent={mine > 0 ? `${mine} not sent yet.` : null}
          device="tablet"
          linkClass={`${LINK} text-left`}
          buttonClass="min-h-14 rounded-xl border-2 border-control px-4 text-lg font-semibold"
        />
      </div>
    </details>
  );
}
