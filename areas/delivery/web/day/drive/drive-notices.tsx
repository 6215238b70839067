import type { ReactNode } from 'react';
import { paths } from '#platform/web/navigation/paths.ts';
import { StopNotices, useUnread } from './stop-card.tsx';
import { dismiss, dismissProblem, useDriveState } from '#areas/delivery/web/day/drive-state.ts';

/** What the driver has to know now, worst first. */
export function DriveNotices({ isUnknownStop }: { isUnknownStop: boolean }) {
  const { day, queue, notices, needsSignIn, problem } = useDriveState();
  const mine = queue.filter(({ staffId }) => staffId === day?.staffId);
  const parked = mine.filter((report) => report.parked !== null);
  const stopIds = new Set(day?.stops.map(({ id }) => id));
  // Those of a stop stand at the stop.
  const cancelled = useUnread(({ deliveryId }) => !stopIds.has(deliveryId));
  const others = queue.filter(({ staffId }) => staffId !== day?.staffId);
  return (
    <>
      {problem && (
        <Bar isBad onOk={dismissProblem}>
          {problem}
        </Bar>
      )}
      <StopNotices notices={cancelled} />
      {needsSignIn && (
        <Bar isBad>
          <a className="font-bold underline" href={paths.login({ next: paths.drive() })}>
            {mine.length > 0 ? `Sign in to send ${countReports(mine.length)}` : 'Sign in again'}
          </a>
        </Bar>
      )}
      {parked.length > 0 && (
        <Bar isBad>
          {countReports(parked.length)} could not be sent. Tell the office: {parked[0]?.parked}
        </Bar>
      )}
      {others.length > 0 && (
        <Bar>
          {countReports(others.length)} of {others[0]?.staffName} on this phone. They are sent when{' '}
          {others[0]?.staffName} signs in.
        </Bar>
      )}
      {notices.map(({ id, text }) => (
        <Bar key={id} onOk={() => void dismiss(id)}>
          {text}
        </Bar>
      ))}
      {isUnknownStop && <Bar>This bag is not on today’s run.</Bar>}
    </>
  );
}

function countReports(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`;
}

function Bar({
  children,
  isBad = false,
  onOk,
}: {
  children: ReactNode;
  isBad?: boolean;
  onOk?: () => void;
}) {
  return (
    <div
      role={isBad ? 'alert' : 'status'}
      className={`flex items-center justify-between gap-3 border-b-2 border-ink px-4 py-3 font-semibold ${
        isBad ? 'bg-danger text-on-danger' : 'bg-warning-soft text-ink'
      }`}
    >
      <p>{children}</p>
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
