import { findServedSuburb } from '#domain/delivery/served-suburbs.ts';
import { prepareOrder } from '#domain/ordering/draft/prepared-order.ts';
import { useOrder } from '../state/order-context.tsx';
import { SummarySection } from './summary-section.tsx';

/** Who gets the order, where and how. */
export function SummaryContact() {
  const { draft, facts, menu } = useOrder();
  const { customer } = prepareOrder(draft, menu.priceCentsOf, facts);
  const postcode = findServedSuburb(draft.customer.suburb, facts.suburbs)?.postcode;
  return (
    <SummarySection title="Delivers to" edits={[{ step: 3, label: 'Edit details' }]}>
      <div className="grid gap-1">
        <p>
          {customer.firstName} {customer.lastName}
        </p>
        <p>
          {customer.address} {postcode}
        </p>
        <p>
          {customer.email} · {customer.phone}
        </p>
        <p>
          {customer.deliveryPreference === 'warm'
            ? 'Warm, when available'
            : 'Cold, left at your door in an insulated bag'}
        </p>
        {customer.specialInstructions !== '' && (
          <p className="whitespace-pre-line text-ink-soft">
            “{customer.specialInstructions.trim()}”
          </p>
        )}
      </div>
    </SummarySection>
  );
}
