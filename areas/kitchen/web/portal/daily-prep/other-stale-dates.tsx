import { useQuery } from '@tanstack/react-query';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { staleDatesQuery } from '#areas/printouts/web/printouts-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';

/** Printouts for days not on the screen may be out of date too. */
export function OtherStaleDates({ shown }: { shown: PlainDate | null }) {
  const { data = [] } = useQuery(staleDatesQuery);
  const [params] = useSearchParams();
  const others = data.filter((date) => date !== shown);
  if (others.length === 0) return null;
  return (
    <Notice tone="warning" announce="polite" title="Printouts for other days are out of date">
      <ul className="flex flex-wrap gap-x-4">
        {others.map((date) => (
          <li key={date}>
            <Link
              to={{ search: withDate(params, date) }}
              className="inline-flex items-center font-semibold underline underline-offset-4 max-md:min-h-11"
            >
              {formatDate(date)}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function withDate(params: URLSearchParams, date: PlainDate): string {
  const next = new URLSearchParams(params);
  next.set('date', date);
  return next.toString();
}
