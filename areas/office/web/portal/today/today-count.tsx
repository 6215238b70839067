import { useQuery } from '@tanstack/react-query';
import { TODAY_KEY } from '#areas/order-book/web/today-key.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { todayQuery } from './today-queries.ts';

const LIVE = [TODAY_KEY];

/** How many rows Today has, in the header of every staff page: red while someone is in danger or without their meals. */
export function TodayCount() {
  return useMayDo('seeDeliveries') ? <Count /> : null;
}

function Count() {
  useLiveQueries(LIVE);
  const { data } = useQuery(todayQuery());
  if (!data || data.count === 0) return null;
  const isBad = data.rows.some(({ level }) => level === 'hurt' || level === 'without');
  return (
    // Loads the page afresh: the server knows which home is whose.
    <a
      href={paths.home()}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-full px-4 font-semibold',
        isBad ? 'bg-danger text-on-danger hover:brightness-90' : 'bg-sunken hover:bg-primary-soft',
      )}
    >
      Today: {data.count}
    </a>
  );
}
