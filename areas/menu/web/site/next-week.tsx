import { serviceTitle } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useEffect, useState } from 'react';
import { readNextMenu, type NextMenu } from '#areas/menu/calls/menu-weeks.ts';
import { formatDayAndMonth, formatDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

/** What is on next week, to look forward to. Nothing of it can be ordered yet; without it the page is whole. */
export function NextWeek() {
  // The menu page has no queries; this is asked once.
  const [menu, setMenu] = useState<NextMenu | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(readNextMenu, { signal: leaving.signal }).then(
      (reply) => setMenu(reply.menu),
      () => {},
    );
    return () => leaving.abort();
  }, []);
  const formatInstant = useFormatInstant();
  const { business } = useConfig();
  if (!menu) return null;
  return (
    <section aria-labelledby="next-week" className="grid gap-3 border-t border-line pt-6">
      <h2 id="next-week" className="text-2xl">
        Next week: {formatDayAndMonth(menu.weekStart)} to {formatDate(menu.weekEnd)}
      </h2>
      <p className="text-ink-soft">You can order these meals from {formatInstant(menu.opensAt)}.</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {menu.meals.map(({ slug, name, mealType, calories, protein, price, days }) => (
          <li key={slug} className="rounded-2xl border border-line bg-surface p-4">
            <p className="font-semibold">{name}</p>
            <p className="text-sm text-ink-soft tabular-nums">
              {serviceTitle(mealType, business)}, {calories} Cal, {protein} g protein, ${price}
            </p>
            <p className="text-sm">{daysText(days)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function daysText(days: NextMenu['meals'][number]['days']): string {
  return days.length === 7 ? 'Every day' : days.map(formatDayAndMonth).join(', ');
}
