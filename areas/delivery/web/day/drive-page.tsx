import { useEffect, useEffectEvent, useState } from 'react';
import { TEST_BADGE, TEST_ORDER } from '#areas/order-book/rules/kitchen-bag.ts';
import { isEnded, BRING_BACK, STOP } from '#areas/order-book/rules/delivery.ts';
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
import { DriveHeader, DriveNotices } from '#areas/delivery/web/day/drive-header.tsx';
import { report, type Tap, type Undoable, undo, useDriving } from './drive-queue.ts';
import { StartRun } from '#areas/delivery/web/day/start-run.tsx';
import { StopActions } from '#areas/delivery/web/day/stop-actions.tsx';
import {
  type DrivenStop,
  describeEnd,
  useUnread,
  StopNotices,
  useFormatTime,
  mapLink,
  useMapApp,
} from '#areas/delivery/web/day/stop-card.tsx';
import { judgeDriveScan, readScanCode } from '#areas/order-book/rules/scan-code.ts';
import { beep, CameraView } from '#platform/web/offline/camera-view.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { carriedText, shortText, waysToReach } from '#areas/delivery/rules/door-words.ts';

export function DrivePage() {
  const { day, reports } = useDriving();
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const navigate = useNavigate();
  const params = useParams();
  const [isScanning, setScanning] = useState(false);
  const stops = shownStops(day?.stops ?? [], reports);
  const asked = stops.find(({ id }) => String(id) === params['deliveryId']);
  const [picked, setPicked] = useState<DeliveryWindow | null>(null);
  const window = asked?.window ?? picked ?? openWindow(stops);
  const ofWindow = stops.filter((stop) => stop.window === window);
  const current = asked ?? nextStop(ofWindow);
  /** Stops at the same door that the driver has told apart from it. */
  const [apart, setApart] = useState<readonly number[]>([]);
  const neighbours = current ? sameDoorStops(current, ofWindow) : [];
  const told = neighbours.filter(({ id }) => !apart.includes(id));

  async function tell(taps: readonly Tap[], text: string) {
    // "Saved" must speak of this tap and of no earlier one.
    setUndoable(null);
    const saved = await report(taps, text);
    setUndoable(saved);
    if (saved) await navigate(paths.drive(), { replace: true });
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
            {undoable && (
              <UndoReportBar
                key={undoable.until}
                undoable={undoable}
                onOver={() => setUndoable(null)}
              />
            )}
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

function UndoReportBar({ undoable, onOver }: { undoable: Undoable; onOver: () => void }) {
  const { until } = undoable;
  const end = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(end, until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <div className="flex items-center justify-between gap-3 bg-ink px-4 py-2 text-ground">
      <p role="status" className="font-semibold">
        Saved: {undoable.text}
      </p>
      <button
        type="button"
        onClick={() => {
          onOver();
          void undo(undoable);
        }}
        className="min-h-14 shrink-0 rounded-xl border-2 border-current px-6 text-xl font-bold"
      >
        Undo
      </button>
    </div>
  );
}

type SameDoorProps = {
  stops: readonly DrivenStop[];
  /** Ids of those that the next tap does not speak of. */
  apart: readonly number[];
  onChange: (apart: readonly number[]) => void;
};

function SameDoor({ stops, apart, onChange }: SameDoorProps) {
  if (stops.length === 0) return null;
  return (
    <fieldset className="grid gap-2 px-4 pb-4">
      <legend className="pb-2 font-bold">Same door, same tap</legend>
      {stops.map(({ id, key, bags }) => (
        <label
          key={id}
          className="flex min-h-14 items-center gap-3 rounded-xl border-2 border-ink px-3 font-semibold"
        >
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-ink"
            checked={!apart.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? apart.filter((other) => other !== id) : [...apart, id])
            }
          />
          <span>
            {key}: {bags === 1 ? '1 bag' : `${bags} bags`}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type ScanBagProps = {
  stops: readonly DrivenStop[];
  onStop: (stop: DrivenStop) => void;
  onClose: () => void;
};

function ScanBag({ stops, onStop, onClose }: ScanBagProps) {
  const [problem, setProblem] = useState('');

  function tell(text: string) {
    const judged = judgeDriveScan(readScanCode(text, location.origin), stops);
    beep(judged.stop ? 'right' : 'wrong');
    if (judged.stop) onStop(judged.stop);
    else setProblem(judged.text);
  }

  return (
    <section aria-label="Scan" className="border-b-2 border-ink">
      <CameraView onCode={tell} className="h-64 w-full" />
      <div className="flex items-center justify-between gap-3 px-4 py-2">
        <p role="status" className="font-semibold">
          {problem === '' ? 'Hold the label of a bag before the camera' : `✗ ${problem}`}
        </p>
        <button
          type="button"
          onClick={onClose}
          className="min-h-12 shrink-0 rounded-lg border-2 border-ink px-3 font-bold"
        >
          Close
        </button>
      </div>
    </section>
  );
}

function StopList({ stops }: { stops: readonly DrivenStop[] }) {
  const { open = [], ended = [] } = Object.groupBy(stops, ({ status }) =>
    isEnded(status) ? 'ended' : 'open',
  );
  return (
    <>
      <Rows label="Next stops" stops={open} />
      <Rows label="Done" stops={ended.toReversed()} />
    </>
  );
}

function Rows({ label, stops }: { label: string; stops: readonly DrivenStop[] }) {
  const formatTime = useFormatTime();
  const changed = new Set(useUnread(() => true).map(({ deliveryId }) => deliveryId));
  if (stops.length === 0) return null;
  return (
    <section aria-label={label}>
      <h2 className="border-y border-line bg-sunken px-4 py-1 font-sans text-lg font-semibold">
        {label}
      </h2>
      <ul>
        {stops.map((stop) => (
          <li key={stop.id} className="border-b border-line">
            <Link
              to={paths.driveStop(stop.id)}
              className="flex min-h-22 items-center gap-3 px-4 py-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-xl font-bold">{stop.key}</span>
                <span className="block">
                  {describeEnd(stop) ??
                    (stop.nearStop ? `Near stop ${stop.nearStop}: ${stop.address}` : stop.address)}
                </span>
              </span>
              <span className="shrink-0 text-right">
                <span className="block font-semibold">
                  {isEnded(stop.status) && stop.statusAt
                    ? formatTime(stop.statusAt)
                    : `${stop.bags} ${stop.bags === 1 ? 'bag' : 'bags'}`}
                </span>
                {isOnHold(stop) && (
                  <span className="block font-bold text-danger">
                    {stop.isTest ? TEST_BADGE : stop.gate === 'back' ? 'CANCELLED' : 'STOP'}
                  </span>
                )}
                {changed.has(stop.id) && (
                  <span className="block font-bold text-danger">changed</span>
                )}
                {stop.isWaiting && <span className="block text-warning">waiting to send</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LINK =
  'flex min-h-14 items-center justify-center rounded-xl border-2 border-ink px-2 text-center font-bold';
const FILLED = `${LINK} bg-ink text-ground`;

function StopCard({ stop }: { stop: DrivenStop }) {
  const [mapApp] = useMapApp();
  const formatTime = useFormatTime();
  const end = describeEnd(stop);
  const short = shortText(stop);
  // Warm food must be eaten within hours of leaving the kitchen.
  const outSince = stop.temperature !== 'cold' && stop.status === 'out' ? stop.statusAt : null;
  const notices = useUnread(({ deliveryId }) => deliveryId === stop.id);
  return (
    <section aria-label={stop.key} className="grid gap-3 px-4 py-4">
      {notices.length > 0 && (
        <div className="-mx-4 -mt-4">
          <StopNotices notices={notices} />
        </div>
      )}
      {isOnHold(stop) && (
        <p
          role="alert"
          className="-mx-4 -mt-4 bg-danger px-4 py-4 text-2xl font-bold text-on-danger"
        >
          {stop.isTest ? TEST_ORDER : stop.gate === 'back' ? BRING_BACK : STOP}.
        </p>
      )}
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-sans text-2xl font-bold break-words">{stop.key}</h2>
        <p className="rounded-lg border-2 border-ink px-3 py-1 text-xl font-bold">
          {carriedText(stop)}
        </p>
      </div>
      {short !== null && (
        <p className="rounded-xl bg-warning-soft p-3 text-xl font-bold">{short}</p>
      )}
      {stop.nearStop && <p className="font-bold">Near stop {stop.nearStop}</p>}
      {end && <p className="font-bold">{end}</p>}
      {outSince && <p className="font-bold">Out since {formatTime(outSince)}</p>}
      <div>
        <p className="text-xl font-semibold">{stop.name}</p>
        <p className="text-2xl font-bold">{stop.address}</p>
      </div>
      {stop.instructions !== '' && (
        <p className="rounded-xl bg-warning-soft p-3 text-xl font-semibold whitespace-pre-line">
          “{stop.instructions}”
        </p>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        <WaysToReach stop={stop} />
        <a className={LINK} href={mapLink(mapApp, stop.address)} target="_blank" rel="noreferrer">
          Map
        </a>
        <CopyAddress address={stop.address} />
      </div>
    </section>
  );
}

function WaysToReach({ stop }: { stop: DrivenStop }) {
  const ways = waysToReach(stop);
  return ways.map((way) => (
    <a
      key={way}
      className={way === 'text' && ways[0] === 'text' ? FILLED : LINK}
      href={way === 'text' ? paths.text(stop.phone) : paths.phone(stop.phone)}
    >
      {way === 'text' ? 'Text' : 'Call'}
    </a>
  ));
}

function CopyAddress({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className={LINK}
      onClick={() =>
        void navigator.clipboard?.writeText(address).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
    >
      {isCopied ? 'Copied' : 'Copy address'}
    </button>
  );
}
