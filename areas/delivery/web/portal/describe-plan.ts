/** What a plan for closed windows says of itself. */
import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { windowName } from '#areas/order-book/rules/spread-deliveries.ts';

type Plan = Pick<IncidentPreviewReply, 'rows' | 'places' | 'amount' | 'told'>;

function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun === 'delivery' ? 'deliveries' : `${noun}s`}`;
}

/** One sentence each for places, money and messages. */
export function describeIncidentPlan({ rows, places, amount, told }: Plan): string[] {
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
export function goLabel(rows: Plan['rows']): string {
  const countOfChoice = (choice: 'move' | 'refund') =>
    rows.filter((row) => row.ok && row.choice === choice).length;
  const words = (['move', 'refund'] as const)
    .map((choice) => [choice, countOfChoice(choice)] as const)
    .filter(([, count]) => count > 0)
    .map(([choice, count]) => `${choice} ${count}`)
    .join(', ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
