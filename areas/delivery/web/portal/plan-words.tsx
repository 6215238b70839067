import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { failureOf } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { LONGEST_CAUSE } from '#areas/orders/calls/move-deliveries.ts';
import { NewHoldsIn } from '#areas/order-book/web/hold-lines.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Examples } from './plan-notes.tsx';
import type { IncidentPlanning } from './use-incident-plan.ts';
import { windowName } from '#areas/order-book/rules/spread-deliveries.ts';

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
      className="grid gap-2 rounded-2xl border border-line bg-sunken px-4 py-3 md:sticky md:bottom-[var(--bar,0px)]"
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

/** What a plan for closed windows says of itself. */

type Plan = Pick<IncidentPreviewReply, 'rows' | 'places' | 'amount' | 'told'>;

function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun === 'delivery' ? 'deliveries' : `${noun}s`}`;
}

/** One sentence each for places, money and messages. */
function describeIncidentPlan({ rows, places, amount, told }: Plan): string[] {
  const done = rows.filter(({ ok }) => ok);
  const counts = { refund: 0, leave: 0, move: 0 };
  for (const { choice } of done) counts[choice] += 1;
  const moved = places.flatMap((place) => {
    const theirs = done.filter(
      ({ choice, to }) =>
        choice === 'move' && to?.date === place.date && to.timeSlot === place.timeSlot,
    );
    if (theirs.length === 0) return [];
    const left = countOf(place.free - place.taken, 'place');
    const name = windowName({ date: place.date, window: place.timeSlot });
    return [`${theirs.length} to ${name}: ${left} left there then.`];
  });
  return [
    ...moved,
    ...(counts.refund > 0
      ? [`${countOf(counts.refund, 'delivery')} cancelled, $${amount} goes back.`]
      : []),
    ...(counts.leave > 0
      ? [
          counts.leave === 1
            ? '1 stays as it is: it is still cooked and driven.'
            : `${counts.leave} stay as they are: they are still cooked and driven.`,
        ]
      : []),
    told.emails === 0
      ? 'Nobody is told.'
      : `${countOf(told.emails, 'customer')} get${told.emails === 1 ? 's' : ''} an email, ${told.texts} of them a text too.`,
  ];
}

/** "Move 40, refund 13". Empty: nothing would be done. */
function goLabel(rows: Plan['rows']): string {
  const countOfChoice = (choice: 'move' | 'refund') =>
    rows.filter((row) => row.ok && row.choice === choice).length;
  const words = (['move', 'refund'] as const)
    .map((choice) => [choice, countOfChoice(choice)] as const)
    .filter(([, count]) => count > 0)
    .map(([choice, count]) => `${choice} ${count}`)
    .join(', ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
