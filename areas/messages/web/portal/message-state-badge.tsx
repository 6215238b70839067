import type { MessageReply } from '#areas/messages/calls/emails.ts';
import type { MessageState } from '#areas/messages/rules/messages.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';

const STATES: Record<MessageState, { label: string; variant: BadgeVariant }> = {
  waiting: { label: 'Waiting', variant: 'secondary' },
  sent: { label: 'Sent', variant: 'default' },
  kept: { label: 'Saved, not sent', variant: 'outline' },
  failed: { label: 'Failed', variant: 'destructive' },
  withdrawn: { label: 'Withdrawn', variant: 'outline' },
};

/** The status of an email, with its last error below, or why it was not sent. */
export function MessageStateBadge({ message }: { message: MessageReply }) {
  const formatInstant = useFormatInstant();
  const { state, lastError, nextTryAt, tries } = message;
  const { label, variant } = STATES[state];
  const isStuck = lastError !== null && (state === 'waiting' || state === 'failed');
  return (
    <div className="grid justify-items-start gap-0.5 max-md:justify-items-end">
      <Badge variant={variant}>{label}</Badge>
      {state === 'withdrawn' && lastError !== null && (
        <span className="max-w-80 text-sm break-words text-ink-soft">{lastError}</span>
      )}
      {isStuck && (
        <span className="max-w-80 text-sm break-words text-ink-soft">
          {lastError} ({tries === 1 ? '1 attempt' : `${tries} attempts`}
          {state === 'waiting' && nextTryAt !== null && `, next ${formatInstant(nextTryAt)}`})
        </span>
      )}
    </div>
  );
}
