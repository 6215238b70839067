import { useState } from 'react';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { type DrivenStop, MAP_APPS, useMapApp, StopNotices, useUnread } from './stop-card.tsx';
import { driveQueue, isDraft, useDriving } from '#areas/delivery/web/day/drive-queue.ts';
import { waitingOf } from '#platform/rules/queued-words.ts';
import { DaySignOut, DayBar } from '#platform/web/offline/day-bar.tsx';
import { OtherPages } from '#areas/delivery/web/day/other-pages.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

type DriveHeaderProps = {
  stops: readonly DrivenStop[];
  windows: readonly DeliveryWindow[];
  window: DeliveryWindow | null;
  onWindow: (window: DeliveryWindow) => void;
  isScanning: boolean;
  onScan: () => void;
};

export function DriveHeader(props: DriveHeaderProps) {
  const { stops, windows, window, onWindow, isScanning, onScan } = props;
  const { reports, photos, day } = useDriving();
  const [isOpen, setOpen] = useState(false);
  const waiting = waitingOf(reports, day?.staffId ?? '').length;
  const unsentPhotos = photos.filter((photo) => !isDraft(photo)).length;
  const done = stops.filter(({ status }) => isEnded(status)).length;
  return (
    <header className="sticky top-0 z-10 border-b-2 border-ink bg-ground px-4 py-2">
      <div className="flex min-h-12 items-center justify-between gap-3">
        <PageHeading className="font-sans text-xl font-bold">
          {window ? `${windowLabel(window)}: ${done} of ${stops.length}` : 'Drive'}
        </PageHeading>
        <p role="status" className="ml-auto text-right font-semibold">
          {waiting > 0 && <span className="text-warning">↑ {waiting} waiting</span>}
          {waiting === 0 && unsentPhotos > 0 && (
            <span className="text-warning">↑ photo waiting</span>
          )}
          {waiting === 0 && unsentPhotos === 0 && 'All sent'}
        </p>
        <button
          type="button"
          aria-pressed={isScanning}
          onClick={onScan}
          className="min-h-12 shrink-0 rounded-lg border-2 border-ink px-3 font-bold aria-pressed:bg-ink aria-pressed:text-ground"
        >
          Scan
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-mr-2 min-h-12 min-w-12 text-2xl font-bold"
        >
          <span aria-hidden="true">⋮</span>
          <span className="sr-only">More</span>
        </button>
      </div>
      {windows.length > 1 && (
        <div role="group" aria-label="Delivery window" className="grid grid-cols-2 gap-2 pb-1">
          {windows.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === window}
              onClick={() => onWindow(one)}
              className="min-h-12 rounded-lg border-2 border-ink font-semibold aria-pressed:bg-ink aria-pressed:text-ground"
            >
              {windowLabel(one)}
            </button>
          ))}
        </div>
      )}
      {isOpen && <DriveMenu />}
    </header>
  );
}

const BUTTON = 'min-h-12 rounded-lg border-2 border-ink px-4 font-semibold';

function DriveMenu() {
  const { day, reports } = useDriving();
  const [mapApp, chooseMapApp] = useMapApp();
  const unsent = reports.filter(({ staffId }) => staffId === day?.staffId).length;

  return (
    <div className="grid gap-3 border-t border-line py-3">
      <p>Signed in as {day?.staffName}</p>
      <fieldset className="grid gap-1">
        <legend className="font-semibold">Maps open in</legend>
        {MAP_APPS.map(({ app, label }) => (
          <label key={app} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="map-app"
              className="size-6 accent-current"
              checked={mapApp === app}
              onChange={() => chooseMapApp(app)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <OtherPages />
      <DaySignOut
        queue={driveQueue}
        unsent={unsentText(unsent)}
        device="phone"
        linkClass={BUTTON}
        buttonClass={BUTTON}
      />
    </div>
  );
}

function unsentText(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 report is not sent.' : `${count} reports are not sent.`;
}

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
