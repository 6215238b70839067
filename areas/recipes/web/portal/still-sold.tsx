import type { SavedMenuReply } from '#areas/menu/calls/menu-weeks.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** Taken off the menu, and customers have paid for them: what is sold stays sold unless someone swaps it. */
export function StillSold({ meals }: { meals: SavedMenuReply['stillSold'] }) {
  const maySwap = useMayDo('settleRunOut');
  if (meals.length === 0) return null;
  return (
    <Notice tone="warning" announce="now" title="Some of these meals are sold already">
      <p>New sales have stopped. Customers still get what they have paid for.</p>
      <ul className="grid gap-1">
        {meals.map(({ mealId, name, date, sold }) => (
          <li key={`${mealId} ${date}`} className="flex flex-wrap items-center gap-x-3">
            <span>
              <strong>{name}</strong>: {sold} sold for {formatDate(date)}
            </span>
            {maySwap && (
              <Link
                to={paths.admin({ tab: 'meals', runOut: mealId, date })}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                Swap or refund them
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
