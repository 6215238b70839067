import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { isText, MESSAGE_KIND_LABELS, type MessageState } from '#areas/messages/rules/messages.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

const STATES: Record<MessageState, string> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  kept: 'Saved, not sent',
  failed: 'Not sent',
  withdrawn: 'Withdrawn',
};

export function CustomerMessages({ messages }: Pick<CustomerReply, 'messages'>) {
  const formatInstant = useFormatInstant();
  return (
    <section className="grid gap-3" aria-label="Emails and texts">
      <h3 className="text-lg">Emails and texts</h3>
      {messages.length === 0 && <p className="text-ink-soft">No emails or texts yet.</p>}
      <ul className="grid gap-2">
        {messages.map(({ id, kind, channel, state, at, orderNumber }) => (
          <li key={id} className="border-l-2 border-line pl-3">
            <p>
              {isText(channel) ? 'Text' : 'Email'} “{MESSAGE_KIND_LABELS[kind]}”
              {orderNumber !== null && ` about ${orderNumber}`}
            </p>
            <p className="text-sm text-ink-soft">
              <span className={state === 'failed' ? 'text-danger' : undefined}>
                {STATES[state]}
              </span>
              , {formatInstant(at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
