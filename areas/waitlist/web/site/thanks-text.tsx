import { Link } from 'react-router';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

type ThanksTextProps = { business: ConfigReply['business']; nextStep: string };

export function ThanksText({ business, nextStep }: ThanksTextProps) {
  return (
    <>
      <h3 className="text-xl">Thank you, you’re on the list.</h3>
      <p>
        {nextStep}
        {business.waitlistFirstOrderFree &&
          ' Order with the same email address, and your first delivery is free.'}
      </p>
      <Link to={paths.menu()} className={buttonClass('secondary')}>
        See the menu
      </Link>
    </>
  );
}
