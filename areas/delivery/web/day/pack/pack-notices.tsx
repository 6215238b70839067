import type { ReactNode } from 'react';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { packQueue } from '#areas/delivery/web/day/pack-queue.ts';
import { countWaiting, useDayQueue } from '#platform/web/offline/day-queue.ts';

/** What the packer has to know now, worst first. */
export function PackNotices() {
  const state = useDayQueue(packQueue);
  const { timeZone } = useConfig().business;
  const { others, otherName } = countWaiting(state);
  const { day, notices, isLive, problem } = state;
  return (
    <>
      {problem !== null && <Bar tone="bad">{problem}</Bar>}
      {notices.map(({ id, text }) => (
        <Bar key={id} tone="bad" onOk={() => void packQueue.dismiss(id)}>
          {text}
        </Bar>
      ))}
      {!isLive && day && (
        <Bar tone="amber">
          Not live since {formatMinuteOfDay(wallTimeAt(Date.parse(day.now), timeZone).minuteOfDay)}.
          What you tap is kept on this tablet and sent later.
        </Bar>
      )}
      {others > 0 && (
        <Bar tone="amber">
          {others} not sent of {otherName} on this tablet. Sent when {otherName} signs in.
        </Bar>
      )}
    </>
  );
}

type BarProps = { children: ReactNode; tone: 'bad' | 'amber'; onOk?: () => void };

function Bar({ children, tone, onOk }: BarProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex items-center justify-between gap-3 border-b border-line px-4 py-3 text-lg font-semibold ${
        tone === 'bad' ? 'bg-danger text-on-danger' : 'bg-warning-soft text-ink'
      }`}
    >
      <p className="min-w-0 break-words">{children}</p>
      {onOk && (
        <button
          type="button"
          onClick={onOk}
          className="min-h-12 min-w-12 shrink-0 rounded-lg border-2 border-current px-3 font-bold"
        >
          OK
        </button>
      )}
    </div>
  );
}

/** "↑ 3 waiting to send"; nothing while all is sent. */
export function WaitingBadge() {
  const { mine } = countWaiting(useDayQueue(packQueue));
  return (
    <p role="status" className="text-lg font-semibold text-warning tabular-nums">
      {mine > 0 && `↑ ${mine} waiting to send`}
    </p>
  );
}
