import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { dailyPrepQuery } from '#areas/kitchen/web/portal/daily-prep-queries.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** How often the bench asks what other screens have ticked off. */
const ASK_EVERY_MS = 5000;
const NOT_LIVE_AFTER_MS = 20_000;

/** Keeps the day fresh, and says so when it cannot: a stale screen that looks well is worse than none. */
export function NotLiveBar({ date }: { date: PlainDate }) {
  const { dataUpdatedAt } = useQuery({ ...dailyPrepQuery(date), refetchInterval: ASK_EVERY_MS });
  const formatTime = useFormatTimeOfDay();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (dataUpdatedAt === 0 || now - dataUpdatedAt < NOT_LIVE_AFTER_MS) return null;
  return (
    <Notice tone="warning" announce="polite">
      <p className="text-xl font-semibold">Not live since {formatTime(dataUpdatedAt)}</p>
    </Notice>
  );
}
