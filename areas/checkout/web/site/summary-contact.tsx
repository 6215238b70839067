import { comingPortions } from '#areas/checkout/rules/draft/late-lunches.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { useOrder } from './order-context.tsx';
import { SummarySection } from './summary-section.tsx';

const NEWS = {
  payer: 'Messages about the delivery go to you',
  recipient: 'We text them about the delivery',
  both: 'We tell you both about the delivery',
};

function SummaryRecipient({ recipient }: { recipient: SentRecipient }) {
  const { phone, message = '', news = 'payer', namesPayer } = recipient;
  return (
    <>
      <p>{phone}</p>
      {message !== '' && <p className="whitespace-pre-line">Card: “{message}”</p>}
      <p className="text-ink-soft">
        {NEWS[news]}
        {namesPayer === false && '. We don’t tell them who ordered'}
      </p>
    </>
  );
}

/** Whom the food goes to and where, and who pays. */
export function SummaryContact() {
  const { draft, facts, menu } = useOrder();
  const { customer, recipient } = prepareOrder(draft, menu.priceCentsOf, facts);
  const postcode = findServedSuburb(draft.customer.suburb, facts.suburbs)?.postcode;
  return (
    <SummarySection title="Delivers to" edits={[{ step: 3, label: 'Edit details' }]}>
      <div className="grid gap-1">
        <p>
          {(recipient ?? customer).firstName} {(recipient ?? customer).lastName}
          {recipient?.isGift && ', a present'}
        </p>
        <p>
          {customer.address} {postcode}
        </p>
        {recipient && <SummaryRecipient recipient={recipient} />}
        <p>
          {recipient && `Ordered by ${customer.firstName} ${customer.lastName} · `}
          {customer.email || draft.contactOf?.email} · {customer.phone || draft.contactOf?.phone}
        </p>
        <p>
          {customer.deliveryPreference === 'warm'
            ? warmWords(comingPortions(draft, facts))
            : `Cold, left at ${recipient ? 'their' : 'your'} door in an insulated bag`}
        </p>
      </div>
    </SummarySection>
  );
}
