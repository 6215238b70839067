import { useEffect, useState } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

/** The days open for orders; empty until they are known. */
export function useOpenDays(): readonly PlainDate[] {
  const [days, setDays] = useState<readonly PlainDate[]>([]);

  useEffect(() => {
    let isWanted = true;
    loadDays()
      .then((open) => {
        if (isWanted) setDays(open);
      })
      // Without them, the whole menu counts.
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, []);

  return days;
}

async function loadDays(): Promise<PlainDate[]> {
  const { fetchOpenDays } = await import('#web/api/site/calorie-advice.ts');
  return fetchOpenDays();
}
