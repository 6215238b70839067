import { useQuery } from '@tanstack/react-query';
import { ratingsQuery } from '#areas/customers/web/portal/aftercare-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** What a customer says of meals; nothing while they said nothing. `customer`: any of their orders. */
export function KnownRatings({ customer }: { customer: number }) {
  const seesRatings = useMayDo('seeRatings');
  const { data } = useQuery({
    ...ratingsQuery({ customer: String(customer) }),
    enabled: seesRatings,
  });
  if (!data || data.ratings.length === 0) return null;
  return (
    <Card as="section" className="grid gap-2">
      <h3 className="text-lg">Ratings</h3>
      <ul className="grid gap-1">
        {data.ratings.map(({ id, stars, mealName, comment }) => (
          <li key={id} className="wrap-anywhere">
            <span aria-hidden="true">{'★'.repeat(stars)}</span>
            <span className="sr-only">{stars} of 5 stars</span> {mealName}
            {comment === null ? ' (words hidden)' : comment !== '' && `: ${comment}`}
          </li>
        ))}
      </ul>
    </Card>
  );
}
