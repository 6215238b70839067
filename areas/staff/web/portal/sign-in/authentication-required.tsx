import { useLocation } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

/** For anyone who opens a staff page without being signed in: often a customer looking for their order. */
export function AuthenticationRequired({ isLeaving }: { isLeaving: boolean }) {
  const placed = readPlacedOrder();
  const { pathname, search } = useLocation();
  return (
    <div className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-16">
      <PageHeading className="text-2xl">Authentication Required</PageHeading>
      <p>These pages are for kitchen staff.</p>
      <p>
        Looking for your own order? Use the link in your confirmation email, or{' '}
        <Link to={paths.findOrder()} className="font-semibold underline">
          find your order
        </Link>{' '}
        with its number.
      </p>
      {isLeaving && <p role="status">Taking you to the sign-in page…</p>}
      <div className="flex flex-wrap gap-3">
        {placed && (
          <Link to={paths.tracking(placed.trackingToken)} className={buttonClass('primary')}>
            Track order {placed.orderNumber}
          </Link>
        )}
        <a
          href={paths.login({ next: pathname + search })}
          className={buttonClass(placed ? 'secondary' : 'primary')}
        >
          Staff sign-in
        </a>
        <Link to={paths.home()} className={buttonClass('secondary')}>
          Home
        </Link>
      </div>
    </div>
  );
}
