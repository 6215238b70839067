import { TEMPERATURE_MARKS } from '#areas/order-book/rules/bags.ts';
import { useState } from 'react';
import { isOnHold } from '#areas/delivery/rules/driver-reports.ts';
import { BRING_BACK, STOP } from '#areas/order-book/rules/at-the-door.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { describeEnd, type DrivenStop } from './driven-stop.ts';
import { StopNotices, useUnread } from './stop-notices.tsx';
import { useFormatTime } from './use-format-time.ts';
import { mapLink, useMapApp } from './use-map-app.ts';

const LINK =
  'flex min-h-14 items-center justify-center rounded-xl border-2 border-ink px-2 text-center font-bold';

/** Everything about one door, whole and large. */
export function StopCard({ stop }: { stop: DrivenStop }) {
  const [mapApp] = useMapApp();
  const formatTime = useFormatTime();
  const end = describeEnd(stop);
  // Warm food must be eaten within hours of leaving the kitchen.
  const outSince = stop.temperature !== 'cold' && stop.status === 'out' ? stop.statusAt : null;
  const notices = useUnread(({ deliveryId }) => deliveryId === stop.id);
  return (
    <section aria-label={`Stop ${stop.stop}`} className="grid gap-3 px-4 py-4">
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
          {stop.gate === 'back' ? BRING_BACK : STOP}.
        </p>
      )}
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-sans text-2xl font-bold">Stop {stop.stop}</h2>
        <p className="rounded-lg border-2 border-ink px-3 py-1 text-xl font-bold">
          {stop.bags === 1 ? '1 bag' : `${stop.bags} bags`}, {TEMPERATURE_MARKS[stop.temperature]}
        </p>
      </div>
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
      <div className="grid grid-cols-3 gap-2">
        <a className={LINK} href={mapLink(mapApp, stop.address)} target="_blank" rel="noreferrer">
          Map
        </a>
        <a className={LINK} href={paths.phone(stop.phone)}>
          Call
        </a>
        <CopyAddress address={stop.address} />
      </div>
    </section>
  );
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
