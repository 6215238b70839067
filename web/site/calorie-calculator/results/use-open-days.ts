import { useEffect, useState } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

/** The days open for orders; empty until they are known. */
export function useOpenDays(): readonly PlainDate[] {
  const [days, setDays] = useState<readonly PlainDate[]>([]);

  useEffect(() => {
    let isMounted = true;
    loadDays()
      .then((open) => {
        if (isMounted) setDays(open);
      })
      // Without them, the whole menu counts.
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, []);

  return days;
}

async function loadDays(): Promise<PlainDate[]> {
  const { fetchOpenDays } = await import('#web/api/site/calorie-advice.ts');
  return fetchOpenDays();
}
