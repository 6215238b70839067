import { useQuery } from '@tanstack/react-query';
import { emailKey } from '#platform/rules/email-address.ts';
import { isMobile, normalisePhone } from '#areas/business/rules/australian-phone.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { isPayable, type PayLinkWay } from '#areas/order-book/rules/phone-order.ts';
import type { Failure } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { phoneOrdersQuery } from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { holdTimeText } from './hold-time-text.ts';

type SendPanelProps = {
  order: PreparedOrder;
  sendBy: PayLinkWay;
  /** Why the last attempt failed; null: none did. */
  failure: Failure | null;
  onChoose: (sendBy: PayLinkWay) => void;
};

/** What happens when the link is sent, and how it is sent. */
export function SendPanel({ order, sendBy, failure, onChoose }: SendPanelProps) {
  const { phoneHoldMinutes } = useConfig().business;
  const { data: phoneOrders } = useQuery(phoneOrdersQuery);
  const { email, phone } = order.customer;
  const number = normalisePhone(phone) ?? '';
  const waiting = (phoneOrders ?? []).filter(
    ({ state, customer }) =>
      isPayable(state) &&
      (emailKey(customer.email) === emailKey(email) || customer.phone === number),
  );
  return (
    <section
      aria-label="Pay link"
      className="grid max-w-3xl gap-3 rounded-3xl border border-line bg-surface p-5 shadow-card"
    >
      <FailureNotice failure={failure} title="The link was not sent" />
      {waiting.length > 0 && (
        <Notice tone="warning" title="This customer already has a phone order that waits">
          <p>
            It holds places too. If this one replaces it, cancel the other under Customer Orders, By
            phone.
          </p>
        </Notice>
      )}
      <p>
        The link goes to <strong className="wrap-anywhere">{email}</strong>. The places are held for{' '}
        {holdTimeText(phoneHoldMinutes)}, or until shortly after the cut-off if that comes first.
        The customer is reminded once.
      </p>
      {isMobile(number) && (
        <PillChoice
          legend="Send it by"
          value={sendBy}
          pills={[
            { value: 'email_and_text', label: 'Email and text' },
            { value: 'email', label: 'Email only' },
          ]}
          onChange={onChoose}
        />
      )}
    </section>
  );
}
