import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { failureOf } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { LONGEST_CAUSE } from '#areas/orders/calls/move-deliveries.ts';
import { NewHoldsIn } from '#areas/order-book/web/hold-lines.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { describeIncidentPlan, goLabel } from './describe-plan.ts';
import { Examples } from './plan-notes.tsx';
import type { IncidentPlanning } from './use-incident-plan.ts';

type PlanProps = { plan: IncidentPlanning; preview: IncidentPreviewReply };

export function WhatCustomersRead({ plan: { words, changeWords }, preview }: PlanProps) {
  const { cause, sameBag, notify } = words;
  const hasBags = preview.rows.some(({ status }) => status !== 'planned');
  return (
    <Card as="section" className="grid gap-4" aria-label="What customers read">
      <TextField
        label="Because of"
        hint="Customers read it: “Because of the storm …”. Empty, or on the same day: no cause is given"
        value={cause}
        maxLength={LONGEST_CAUSE}
        onChange={(event) => changeWords({ cause: event.target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <CheckChip checked={notify} onToggle={() => changeWords({ notify: !notify })}>
          Tell the customers
        </CheckChip>
        {hasBags && (
          <CheckChip checked={sameBag} onToggle={() => changeWords({ sameBag: !sameBag })}>
            Same bags, kept cold
          </CheckChip>
        )}
      </div>
      {hasBags && (
        <p className="text-sm text-ink-soft">
          {sameBag
            ? 'Cooked meals go out as they are while they keep; warm ones are cooked again. Print their labels again.'
            : 'What is cooked already is cooked again.'}
        </p>
      )}
      <NewHoldsIn rows={preview.rows} />
      <Examples preview={preview} />
    </Card>
  );
}

export function WhatHappens({ plan: { preview: query, starting }, preview }: PlanProps) {
  const label = goLabel(preview.rows);
  const failure = starting.failure ?? failureOf(query.error);
  return (
    <section
      aria-label="What happens"
      aria-busy={query.isPlaceholderData}
      className="grid gap-2 rounded-2xl border border-line bg-sunken px-4 py-3 md:sticky md:bottom-0"
    >
      {describeIncidentPlan(preview).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FailureNotice failure={failure} />
      <Button
        className="justify-self-start"
        disabled={label === '' || query.isPlaceholderData || query.isFetching}
        busy={starting.isBusy}
        busyLabel="Starting…"
        onClick={() => starting.run(preview.previewHash)}
      >
        {label === '' ? 'Nothing to do' : label}
      </Button>
    </section>
  );
}
