import { useQuery } from '@tanstack/react-query';
import { customerQuery } from '#areas/customers/web/portal/customers-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

export function KnownCustomer({ orderId }: { orderId: number }) {
  const formatInstant = useFormatInstant();
  const { data } = useQuery(customerQuery(orderId));
  if (!data) return null;
  const { orders, firstOrderAt, refunded, notes } = data;
  const [note] = notes;
  return (
    <>
      {note && <p className="break-words whitespace-pre-line">“{note.text}”</p>}
      <p className="text-sm text-ink-soft">
        {orders === 1
          ? 'Their first order'
          : `${orders} orders since ${formatInstant(firstOrderAt).split(',')[0]}`}
        {refunded !== '0.00' && ` · $${refunded} refunded in all`}
      </p>
    </>
  );
}
