import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import { GOING_LIVE_GROUPS, GOING_LIVE_TITLES } from '#areas/office/rules/going-live.ts';
import { goingLiveQuery, sendAnswer, useGoingLiveChange } from '../office-queries.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { IsNextStep } from './next-step.ts';
import { OpenOrders } from './open-orders.tsx';
import { PreviewLinks } from './preview-links.tsx';
import { StepFailure } from './step-failure.tsx';
import { hintOf, type ShownStep, StepWork } from './step-work.tsx';

/** What a kitchen needs before its first customers, and the switch that lets them in. */
export function GoingLiveTab() {
  return (
    <section className="grid max-w-5xl gap-5 py-5">
      <h2 className="text-xl">Going live</h2>
      <Loaded query={useQuery(goingLiveQuery)} what="what is left to do">
        {(goingLive) => <GoingLive goingLive={goingLive} />}
      </Loaded>
    </section>
  );
}

function GoingLive({ goingLive }: { goingLive: GoingLiveReply }) {
  const { steps, bars, warnings } = goingLive;
  const done = steps.filter(({ state }) => state === 'done').length;
  const inSequence = Object.values(GOING_LIVE_GROUPS).flat();
  const next = inSequence.find((name) =>
    steps.some(({ step, state }) => step === name && state === 'open'),
  );
  return (
    <>
      <div className="grid gap-1.5">
        <p className="font-semibold" role="status">
          {done} of {steps.length} done
        </p>
        <ProgressBar label="Steps done" value={done} max={steps.length} />
      </div>
      <OpenOrders goingLive={goingLive} />
      {goingLive.whyBefore !== null && !goingLive.isDemo && (
        <PreviewLinks payments={goingLive.payments} />
      )}
      {bars.length > 0 && (
        <Notice tone="error" title="Nobody can order yet">
          <Sentences of={bars} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <details className="rounded-2xl border-l-4 border-warning bg-warning-soft px-4 py-1">
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-warning">
            {warnings.length === 1 ? '1 thing' : `${warnings.length} things`} to know before you
            open
          </summary>
          <div className="pb-3">
            <Sentences of={warnings} />
          </div>
        </details>
      )}
      {Object.entries(GOING_LIVE_GROUPS).map(([name, names]) => (
        <Card as="section" key={name} aria-label={name} padding="none" className="overflow-clip">
          <h3 className="border-b border-line px-5 py-3 text-lg">{name}</h3>
          <ul className="divide-y divide-line">
            {names.map((step) => {
              const report = steps.find((each) => each.step === step);
              return report ? (
                <IsNextStep key={step} value={step === next}>
                  <StepRow report={report} goingLive={goingLive} />
                </IsNextStep>
              ) : (
                <Fragment key={step} />
              );
            })}
          </ul>
        </Card>
      ))}
    </>
  );
}

function Sentences({ of: sentences }: { of: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const STATES: Record<ShownStep['state'], { label: string; variant: BadgeVariant }> = {
  done: { label: 'Done', variant: 'default' },
  open: { label: 'To do', variant: 'secondary' },
  later: { label: 'Later', variant: 'outline' },
};

type StepRowProps = { report: ShownStep; goingLive: GoingLiveReply };

/** A step with what was found, and how to do it or leave it. */
function StepRow({ report, goingLive }: StepRowProps) {
  const { step, state, says, mayKeep } = report;
  const answer = useGoingLiveChange((given: 'later' | 'now' | 'right') => sendAnswer(step, given));
  const title = GOING_LIVE_TITLES[step];
  const { label, variant } = STATES[state];
  const hint = hintOf(step, goingLive);
  return (
    <li
      aria-label={title}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-2 px-5 py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h4 className="font-semibold">{title}</h4>
          <Badge variant={variant}>{label}</Badge>
        </div>
        {state !== 'done' && (
          <Button
            variant="quiet"
            size="small"
            className="-my-3"
            aria-label={state === 'open' ? `Later: ${title}` : `Take up again: ${title}`}
            busy={answer.isBusy}
            onClick={() => answer.run(state === 'open' ? 'later' : 'now')}
          >
            {state === 'open' ? 'Later' : 'Take up again'}
          </Button>
        )}
        <p
          className={`col-span-full whitespace-pre-line wrap-anywhere ${state === 'done' ? '' : 'text-ink-soft'}`}
        >
          {says}
        </p>
        {state === 'open' && hint !== undefined && <p className="col-span-full">{hint}</p>}
      </div>
      {state !== 'later' && (
        <div className="flex flex-wrap items-end gap-x-2 gap-y-2">
          <StepWork report={report} goingLive={goingLive} />
          {mayKeep && state === 'open' && (
            <Button
              variant="secondary"
              size="small"
              busy={answer.isBusy}
              onClick={() => answer.run('right')}
            >
              {KEEPS[step] ?? 'The example is right'}
            </Button>
          )}
        </div>
      )}
      <StepFailure failure={answer.failure} />
    </li>
  );
}

const KEEPS: Partial<Record<ShownStep['step'], string>> = {
  meals: 'Keep the sample menu',
  texts: 'I have read both pages',
};
