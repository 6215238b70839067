import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

/**
 * The problems that the server found in the order, and the step where to fix them. `fields`: path in the order ->
 * message.
 */
export function InvalidOrder({ fields }: { fields: Record<string, string> }) {
  const isAboutCustomer = Object.keys(fields).every((field) =>
    field.replace(/^orderData\./, '').startsWith('customer'),
  );
  return (
    <CheckoutFrame heading="Your order needs a change" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <ul className="grid gap-1">
          {[...new Set(Object.values(fields))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <p>Nothing was charged.</p>
      </Notice>
      <Link
        to={paths.order({ step: isAboutCustomer ? 3 : 2 })}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        {isAboutCustomer ? 'Change your details' : 'Change your order'}
      </Link>
    </CheckoutFrame>
  );
}
