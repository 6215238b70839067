import type { MessageReply } from '#areas/messages/calls/emails.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { isText, MESSAGE_KIND_LABELS } from '#areas/messages/rules/messages.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';
import { MessageStateBadge } from './message-state-badge.tsx';

type MessageTableProps = {
  messages: readonly MessageReply[];
  onOpen: (message: MessageReply) => void;
};

export function MessageTable({ messages, onOpen }: MessageTableProps) {
  const formatInstant = useFormatInstant();
  const columns: Column<MessageReply>[] = [
    {
      name: 'written',
      header: 'Written',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">{formatInstant(createdAt)}</span>
      ),
    },
    {
      name: 'about',
      header: 'About',
      cell: ({ kind, channel, orderId, orderNumber }) => (
        <>
          {isText(channel) && <Badge variant="outline">Text</Badge>} {MESSAGE_KIND_LABELS[kind]}
          {orderId !== null && orderNumber !== null && (
            <>
              {' '}
              <Link
                to={paths.admin({ tab: 'orders', order: orderId })}
                className="whitespace-nowrap underline underline-offset-4"
              >
                {orderNumber}
              </Link>
            </>
          )}
        </>
      ),
    },
    {
      name: 'recipient',
      header: 'To',
      cell: ({ channel, recipient }) =>
        isText(channel) ? (
          <span className="whitespace-nowrap">{formatPhone(recipient)}</span>
        ) : (
          <EmailAddress address={recipient} />
        ),
    },
    { name: 'state', header: 'Status', cell: (message) => <MessageStateBadge message={message} /> },
    {
      name: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      isPlain: true,
      cell: (message) => (
        <Button
          variant="quiet"
          size="small"
          className="max-md:-mx-4 max-md:min-h-11"
          onClick={() => onOpen(message)}
        >
          Show
          <VisuallyHidden>
            {' '}
            {MESSAGE_KIND_LABELS[message.kind]} to {message.recipient}
          </VisuallyHidden>
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption="Emails and texts, newest first"
      columns={columns}
      rows={messages}
      keyOf={({ id }) => id}
    />
  );
}
