import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { isMobile } from '#areas/business/rules/australian-phone.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';

type LinkSentProps = { order: PhoneOrderReply; onAnother: () => void };

/** What to tell the caller before they hang up. */
export function LinkSent({ order, onAnother }: LinkSentProps) {
  const { timeZone } = useConfig().business;
  const { customer, sendBy, total, heldUntil, link } = order;
  const isTexted = sendBy === 'email_and_text' && isMobile(customer.phone);
  const until = payUntilText(Date.parse(heldUntil), timeZone);
  return (
    <main className="mx-auto grid w-full max-w-2xl gap-5 px-4 pt-8 pb-16 sm:px-6">
      <PageHeading className="text-2xl">The pay link is on its way</PageHeading>
      <Notice tone="success" title={`Tell ${customer.firstName}:`}>
        <p>
          “You’ll get {isTexted ? 'an email and a text' : 'an email'} with a link. Pay{' '}
          <strong>{amountInDollars(total)}</strong> there by <strong>{until}</strong>, and your
          order is confirmed. Until then we hold your places.”
        </p>
      </Notice>
      <p className="wrap-anywhere">Sent to {customer.email}.</p>
      {link !== null && <CopyField label="Pay link, to pass on another way" value={link} />}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAnother}>Take another order</Button>
        <Link to={paths.admin({ tab: 'phone' })} className={buttonClass('secondary')}>
          All phone orders
        </Link>
      </div>
    </main>
  );
}
