import type { ReactNode } from 'react';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

/** Older than this, an answer is not called live. */
const LIVE_MS = 60_000;

type NowHeadingProps = {
  line: string;
  /** The server's time now, and when it answered last. */
  now: Instant;
  answeredAt: Instant;
  isOffline: boolean;
  children?: ReactNode;
};

/** What is true this minute, read out when it changes, and how old that is. */
export function NowHeading({ line, now, answeredAt, isOffline, children }: NowHeadingProps) {
  const { timeZone } = useConfig().business;
  const { date, minuteOfDay } = wallTimeAt(answeredAt, timeZone);
  const day = date === wallTimeAt(now, timeZone).date ? '' : `${formatDayAndMonth(date)}, `;
  // As the server renders it, it stays as it is.
  const isInBrowser = useIsInBrowser();
  const isLive = isInBrowser && !isOffline && now - answeredAt < LIVE_MS;
  return (
    <div className="grid gap-1">
      <p role="status" className="font-serif text-2xl leading-tight wrap-anywhere">
        {line}
      </p>
      <p className="text-sm text-ink-soft">
        {isLive ? (
          <span className="font-semibold text-success">● live</span>
        ) : (
          `as of ${day}${formatMinuteOfDay(minuteOfDay)}${isOffline ? '. You’re offline, or we can’t be reached' : ''}`
        )}
      </p>
      {children}
    </div>
  );
}
