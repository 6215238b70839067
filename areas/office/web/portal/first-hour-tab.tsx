import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { firstHourQuery, sendAnswer, useFirstHourChange } from './office-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { FIRST_HOUR_TITLES } from '#areas/office/rules/first-hour.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { type Report, StepWork } from './step-work.tsx';

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

const STATES: Record<Report['state'], { label: string; variant: BadgeVariant }> = {
  done: { label: 'Done', variant: 'default' },
  open: { label: 'To do', variant: 'secondary' },
  later: { label: 'Later', variant: 'outline' },
};

type StepCardProps = { number: number; report: Report; firstHour: FirstHourReply };

/** A step with what was found, and how to do it or leave it. */
function StepCard({ number, report, firstHour }: StepCardProps) {
  const { step, state, says, mayKeep } = report;
  const answer = useFirstHourChange((given: 'later' | 'now' | 'right') => sendAnswer(step, given));
  const title = FIRST_HOUR_TITLES[step];
  const { label, variant } = STATES[state];
  return (
    <Card as="li" aria-label={title} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="text-lg">
          {number}. {title}
        </h3>
        <Badge variant={variant}>{label}</Badge>
      </div>
      <p className={state === 'done' ? '' : 'text-ink-soft'}>{says}</p>
      {state !== 'later' && <StepWork report={report} firstHour={firstHour} />}
      {state !== 'done' && (
        <div className="flex flex-wrap gap-2">
          {mayKeep && state === 'open' && (
            <Button
              variant="secondary"
              size="small"
              busy={answer.isBusy}
              onClick={() => answer.run('right')}
            >
              {step === 'meals' ? 'Keep the sample menu' : 'The example is right'}
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            className={mayKeep && state === 'open' ? '' : '-ml-4'}
            aria-label={state === 'open' ? `Later: ${title}` : `Take up again: ${title}`}
            busy={answer.isBusy}
            onClick={() => answer.run(state === 'open' ? 'later' : 'now')}
          >
            {state === 'open' ? 'Later' : 'Take up again'}
          </Button>
        </div>
      )}
      {answer.failure && (
        <p role="alert" className="font-semibold text-danger">
          {answer.failure.message}
        </p>
      )}
    </Card>
  );
}
