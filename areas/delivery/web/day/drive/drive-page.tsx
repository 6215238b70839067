import { useState } from 'react';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  isNotStarted,
  isOnHold,
  nextStop,
  openWindow,
  sameDoorStops,
  shownStops,
  windowsOf,
} from '#areas/delivery/rules/driver-reports.ts';
import { useNavigate, useParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { DriveHeader } from './drive-header.tsx';
import { DriveNotices } from './drive-notices.tsx';
import { report, useDriveState } from '#areas/delivery/web/day/drive-state.ts';
import type { Tap } from '#areas/delivery/web/day/stored-reports.ts';
import { SameDoor } from './same-door.tsx';
import { ScanBag } from './scan-bag.tsx';
import { StartRun } from './start-run.tsx';
import { StopActions } from './stop-actions.tsx';
import { StopCard } from './stop-card.tsx';
import { StopList } from './stop-list.tsx';
import { UndoReportBar } from './undo-report-bar.tsx';

/** The run of a window: the stop to go to, what to say of it, and all the others. */
export function DrivePage() {
  const { day, queue, undoable } = useDriveState();
  const navigate = useNavigate();
  const params = useParams();
  const [isScanning, setScanning] = useState(false);
  const stops = shownStops(day?.stops ?? [], queue);
  const asked = stops.find(({ id }) => String(id) === params['deliveryId']);
  const [picked, setPicked] = useState<DeliveryWindow | null>(null);
  const window = asked?.timeSlot ?? picked ?? openWindow(stops);
  const ofWindow = stops.filter(({ timeSlot }) => timeSlot === window);
  const current = asked ?? nextStop(ofWindow);
  /** Stops at the same door that the driver has told apart from it. */
  const [apart, setApart] = useState<readonly number[]>([]);
  const neighbours = current ? sameDoorStops(current, ofWindow) : [];
  const told = neighbours.filter(({ id }) => !apart.includes(id));

  async function tell(taps: readonly Tap[], text: string) {
    if (await report(taps, text)) await navigate(paths.drive(), { replace: true });
  }

  return (
    <div className="mx-auto flex min-h-svh max-w-xl flex-col">
      <DriveHeader
        stops={ofWindow}
        windows={windowsOf(stops)}
        window={window}
        onWindow={(next) => {
          setPicked(next);
          void navigate(paths.drive(), { replace: true });
        }}
        isScanning={isScanning}
        onScan={() => setScanning(!isScanning)}
      />
      {isScanning && (
        <ScanBag
          stops={stops}
          onStop={({ id }) => {
            setScanning(false);
            void navigate(paths.driveStop(id), { replace: true });
          }}
          onClose={() => setScanning(false)}
        />
      )}
      <DriveNotices isUnknownStop={params['deliveryId'] !== undefined && !asked} />
      {stops.length === 0 ? (
        <p className="px-4 py-16 text-center text-2xl font-semibold">No stops today</p>
      ) : (
        <>
          {(!asked || isNotStarted(asked)) && (
            <StartRun
              stops={ofWindow}
              lastNews={day?.fetchedAt}
              kitchenPhone={day?.kitchenPhone ?? ''}
              onTell={tell}
            />
          )}
          {current ? (
            <>
              <StopCard key={current.id} stop={current} />
              <SameDoor stops={neighbours} apart={apart} onChange={setApart} />
            </>
          ) : (
            <p className="px-4 py-10 text-center text-2xl font-semibold">
              All {ofWindow.length} stops of this window are done
            </p>
          )}
          <StopList stops={ofWindow.filter(({ id }) => id !== current?.id)} />
          <div className="sticky bottom-0 mt-auto border-t-2 border-ink bg-ground pb-[env(safe-area-inset-bottom)]">
            {undoable && <UndoReportBar key={undoable.until} undoable={undoable} />}
            {current && (
              <StopActions
                key={`${current.id} ${isEnded(current.status)} ${isOnHold(current)}`}
                stop={current}
                also={told}
                kitchenPhone={day?.kitchenPhone ?? ''}
                onTell={(tap, text) =>
                  tell(
                    [current, ...told].map(({ id }) => ({ ...tap, deliveryId: id })),
                    text,
                  )
                }
              />
            )}
          </div>
        </>
      )}
    </div>
  );
}
