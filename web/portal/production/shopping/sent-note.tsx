import { Link, useSearchParams } from 'react-router';
import type { ShoppingOrder } from '#contract/kitchen/shopping.ts';
import { formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { AskedShopping } from '#web/api/portal/kitchen/shopping.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';

type SentNoteProps = { order: ShoppingOrder; asked: AskedShopping; today: PlainDate };

/** Whether it was sent, by whom, and how many lines have changed since. */
export function SentNote({ order: { arrives, sent, changes }, asked, today }: SentNoteProps) {
  const formatInstant = useFormatInstant();
  const [params] = useSearchParams();
  if (!sent) return <p className="text-ink-soft">not ordered yet</p>;
  const isForOtherDays = sent.from !== asked.from || sent.to !== asked.to;
  const days = new URLSearchParams(params);
  days.set('from', sent.from);
  days.set('to', sent.to);
  return (
    <div className="grid justify-items-start gap-1 text-ink-soft">
      <p>
        {sent.way === 'email' ? 'sent' : 'ordered'} {formatInstant(sent.at)}
        {sent.by !== '' && ` by ${sent.by}`}
      </p>
      {sent.emailState === 'waiting' && <p>The email is on its way.</p>}
      {sent.emailState === 'failed' && (
        <Badge variant="destructive">The email did not go: please ring them</Badge>
      )}
      {changes !== null && changes.length > 0 && (
        <Badge variant="secondary">changed since: {changes.length}</Badge>
      )}
      {arrives <= today && <p>Its day has come: this is what was ordered.</p>}
      {isForOtherDays && arrives > today && (
        <Link
          to={`?${days.toString()}`}
          className="inline-flex min-h-11 items-center text-primary underline"
        >
          It was for deliveries {formatDayAndMonth(sent.from)} to {formatDayAndMonth(sent.to)}: show
          those days to compare
        </Link>
      )}
    </div>
  );
}
