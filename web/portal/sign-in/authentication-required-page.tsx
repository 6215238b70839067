import { Link } from 'react-router';
import { PageHeading } from '#web/navigation/page-heading.tsx';
import { paths } from '#web/navigation/paths.ts';
import { readPlacedOrder } from '#web/storage/placed-order.ts';
import { buttonClass } from '#web/ui/button.tsx';

export function AuthenticationRequiredPage() {
  const placed = readPlacedOrder();
  return (
    <div className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-16">
      <PageHeading className="text-2xl">Authentication Required</PageHeading>
      <p>These pages are for the people who run the kitchen.</p>
      <p>Looking for your own order? Use the link in your confirmation e-mail.</p>
      <div className="flex flex-wrap gap-3">
        {placed && (
          <Link to={paths.tracking(placed.trackingToken)} className={buttonClass('primary')}>
            Track order {placed.orderNumber}
          </Link>
        )}
        <Link to={paths.home()} className={buttonClass('secondary')}>
          Home
        </Link>
      </div>
    </div>
  );
}
