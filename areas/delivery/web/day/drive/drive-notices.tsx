import { DayBar } from '#platform/web/offline/day-bar.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { StopNotices, useUnread } from './stop-card.tsx';
import { driveQueue, useDriving } from '#areas/delivery/web/day/drive-queue.ts';

/** What the driver has to know now, worst first. */
export function DriveNotices({ isUnknownStop }: { isUnknownStop: boolean }) {
  const { day, reports, notices, needsSignIn, problem } = useDriving();
  const mine = reports.filter(({ staffId }) => staffId === day?.staffId);
  const parked = mine.filter((report) => report.parked);
  const stopIds = new Set(day?.stops.map(({ id }) => id));
  // Those of a stop stand at the stop.
  const cancelled = useUnread(({ deliveryId }) => !stopIds.has(deliveryId));
  const others = reports.filter(({ staffId }) => staffId !== day?.staffId);
  return (
    <>
      {problem && (
        <DayBar tone="bad" onOk={() => driveQueue.tell(null)}>
          {problem}
        </DayBar>
      )}
      <StopNotices notices={cancelled} />
      {needsSignIn && (
        <DayBar tone="bad">
          <a className="font-bold underline" href={paths.login({ next: paths.drive() })}>
            {mine.length > 0 ? `Sign in to send ${countReports(mine.length)}` : 'Sign in again'}
          </a>
        </DayBar>
      )}
      {parked.length > 0 && (
        <DayBar tone="bad">
          {countReports(parked.length)} could not be sent. Tell the office: {parked[0]?.parked}
        </DayBar>
      )}
      {others.length > 0 && (
        <DayBar tone="amber">
          {countReports(others.length)} of {others[0]?.staffName} on this phone. They are sent when{' '}
          {others[0]?.staffName} signs in.
        </DayBar>
      )}
      {notices.map(({ id, text }) => (
        <DayBar key={id} tone="amber" onOk={() => void driveQueue.dismiss(id)}>
          {text}
        </DayBar>
      ))}
      {isUnknownStop && <DayBar tone="amber">This bag is not on today’s run.</DayBar>}
    </>
  );
}

function countReports(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`;
}
