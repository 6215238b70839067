import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { FIRST_HOUR_TITLES } from '#areas/office/rules/first-hour.ts';
import { sendAnswer } from '#areas/office/web/portal/first-hour-queries.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { type Report, StepWork } from './step-work.tsx';
import { useFirstHourChange } from './use-first-hour-change.ts';

const STATES: Record<Report['state'], { label: string; variant: BadgeVariant }> = {
  done: { label: 'Done', variant: 'default' },
  open: { label: 'To do', variant: 'secondary' },
  later: { label: 'Later', variant: 'outline' },
};

type StepCardProps = { number: number; report: Report; firstHour: FirstHourReply };

/** A step with what was found, and how to do it or leave it. */
export function StepCard({ number, report, firstHour }: StepCardProps) {
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
