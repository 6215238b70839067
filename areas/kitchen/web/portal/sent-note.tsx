import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';

type SentNoteProps = { order: ShoppingOrder; today: PlainDate };

/** Whether it was sent, by whom, how many lines have changed since, and what else was ordered for the day. */
export function SentNote({ order: { arrives, sent, changes, alsoOrdered }, today }: SentNoteProps) {
  const formatInstant = useFormatInstant();
  const [params] = useSearchParams();
  const linkTo = (range: { from: PlainDate; to: PlainDate }) => {
    const days = new URLSearchParams(params);
    days.set('from', range.from);
    days.set('to', range.to);
    return `?${days.toString()}`;
  };
  return (
    <div className="grid justify-items-start gap-1 text-ink-soft">
      {sent ? (
        <p>
          {sent.way === 'email' ? 'sent' : 'ordered'} {formatInstant(sent.at)}
          {sent.by !== '' && ` by ${sent.by}`}
        </p>
      ) : (
        <p>not ordered yet</p>
      )}
      {sent?.emailState === 'waiting' && <p>The email is on its way.</p>}
      {sent?.emailState === 'failed' && (
        <Badge variant="destructive">The email did not go: please ring them</Badge>
      )}
      {changes !== null && changes.length > 0 && (
        <Badge variant="secondary">changed since: {changes.length}</Badge>
      )}
      {sent && arrives <= today && <p>Its day has come: this is what was ordered.</p>}
      {alsoOrdered.map(({ from, to, at, by }) => (
        <Link
          key={`${from} ${to}`}
          to={linkTo({ from, to })}
          className="inline-flex min-h-11 items-center text-primary underline"
        >
          {by} ordered for this day already, for deliveries {formatDayAndMonth(from)} to{' '}
          {formatDayAndMonth(to)} ({formatInstant(at)})
        </Link>
      ))}
    </div>
  );
}
