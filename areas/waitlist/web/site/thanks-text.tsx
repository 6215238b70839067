import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

/** `nextStep`: the toast’s words, which the specification prescribes; untrue where we deliver already. */
export function ThanksText({ suburb, nextStep }: { suburb: string; nextStep: string }) {
  const { business, sale } = useConfig();
  const [served] = sale.state === 'open' ? servedSuburbsFor(suburb, business.suburbs) : [];
  return (
    <>
      <h3 className="text-xl">Thank you, you’re on the list.</h3>
      <p>
        {served ? `We already deliver to ${served.name}.` : nextStep}
        {business.waitlistFirstOrderFree && ` ${FIRST_ORDER_OFFER}`}
      </p>
      {served ? (
        <a href={paths.order()} className={buttonClass('primary')}>
          Order Now
        </a>
      ) : (
        <a href={paths.menu()} className={buttonClass('secondary')}>
          See the menu
        </a>
      )}
    </>
  );
}
