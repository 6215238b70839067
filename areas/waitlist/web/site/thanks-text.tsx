import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

/** `nextStep`: the toast’s words, which the specification prescribes; untrue where we deliver already. */
export function ThanksText({ suburb, nextStep }: { suburb: string; nextStep: string }) {
  const { business, sale } = useConfig();
  const isFree = business.waitlistFirstOrderFree;
  const [served] = sale.state === 'open' ? servedSuburbsFor(suburb, business.suburbs) : [];
  return (
    <>
      <h3 className="text-xl">Thank you, you’re on the list.</h3>
      {served ? (
        <>
          <p>
            We already deliver to {served.name}.{isFree && ' Your first order is delivered free.'}
          </p>
          <a href={paths.order()} className={buttonClass('primary')}>
            Order Now
          </a>
        </>
      ) : (
        <>
          <p>{nextStep}</p>
          <a href={paths.menu()} className={buttonClass('secondary')}>
            See the menu
          </a>
        </>
      )}
      {isFree && <p className="text-sm">{FIRST_ORDER_OFFER}</p>}
    </>
  );
}
