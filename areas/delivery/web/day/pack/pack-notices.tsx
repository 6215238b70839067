import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { packQueue } from '#areas/delivery/web/day/pack-queue.ts';
import { DayBar } from '#platform/web/offline/day-bar.tsx';
import { countWaiting, useDayQueue } from '#platform/web/offline/day-queue.ts';

/** What the packer has to know now, worst first. */
export function PackNotices() {
  const state = useDayQueue(packQueue);
  const { timeZone } = useConfig().business;
  const { others, otherName } = countWaiting(state);
  const { day, notices, isLive, problem } = state;
  return (
    <>
      {problem !== null && <DayBar tone="bad">{problem}</DayBar>}
      {notices.map(({ id, text }) => (
        <DayBar key={id} tone="bad" onOk={() => void packQueue.dismiss(id)}>
          {text}
        </DayBar>
      ))}
      {!isLive && day && (
        <DayBar tone="amber">
          Not live since {formatMinuteOfDay(wallTimeAt(Date.parse(day.now), timeZone).minuteOfDay)}.
          What you tap is kept on this tablet and sent later.
        </DayBar>
      )}
      {others > 0 && (
        <DayBar tone="amber">
          {others} not sent of {otherName} on this tablet. Sent when {otherName} signs in.
        </DayBar>
      )}
    </>
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
