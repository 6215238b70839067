import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { firstHourQuery } from '#areas/office/web/portal/first-hour-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { StepCard } from './step-card.tsx';

/** What a new kitchen needs before its first order, step by step. */
export function FirstHourTab() {
  return (
    <section className="grid max-w-3xl gap-5 py-5">
      <div className="grid gap-2">
        <h2 className="text-xl">First hour</h2>
        <p className="text-ink-soft">
          Make the kitchen yours, then try it once from order to label. You can leave any step for
          later.
        </p>
      </div>
      <Loaded query={useQuery(firstHourQuery)} what="the checklist">
        {(firstHour) => <Steps firstHour={firstHour} />}
      </Loaded>
    </section>
  );
}

function Steps({ firstHour }: { firstHour: FirstHourReply }) {
  const { steps, isOver, missingBeforeLive } = firstHour;
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <>
      <div className="grid gap-1.5">
        <p className="font-semibold" role="status">
          {done} of {steps.length} done
        </p>
        <ProgressBar label="Steps done" value={done} max={steps.length} />
      </div>
      {isOver && (
        <Notice tone="success" title={done === steps.length ? 'All done' : 'The rest can wait'}>
          <p>
            {missingBeforeLive.length === 0
              ? 'Your kitchen is ready for its first customers.'
              : 'What is missing before customers pay with real cards:'}
          </p>
          {missingBeforeLive.length > 0 && (
            <ul className="grid list-disc gap-1 pl-5">
              {missingBeforeLive.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <ol className="grid gap-4">
        {steps.map((report, index) => (
          <StepCard key={report.step} number={index + 1} report={report} firstHour={firstHour} />
        ))}
      </ol>
    </>
  );
}
