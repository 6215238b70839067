import type { DriveStopReply, DriveNoticeReply } from '#areas/delivery/calls/drive.ts';
import type { ShownStop } from '#areas/delivery/rules/driver-reports.ts';
import { useEffect, useState } from 'react';
import { hasRead, noteShown, useDriving } from '#areas/delivery/web/day/drive-queue.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { MAP_APP } from '#areas/delivery/web/day/drive-said.ts';

export type DrivenStop = ShownStop<DriveStopReply>;

/** How a stop ended; null while it is open. */
export function describeEnd({ status, reason }: DrivenStop): string | null {
  if (status === 'delivered') return '✓ Delivered';
  if (status === 'missed') return `✗ Not delivered: ${reason || 'no reason'}`;
  return null;
}

/** Those of these that nobody has read, on this phone or another. */
export function useUnread(isMeant: (notice: DriveNoticeReply) => boolean): DriveNoticeReply[] {
  const { day, queue } = useDriving();
  return (day?.notices ?? []).filter((notice) => isMeant(notice) && !hasRead(notice.id, queue));
}

export function StopNotices({ notices }: { notices: readonly DriveNoticeReply[] }) {
  const ids = notices.map(({ id }) => id).join(' ');
  useEffect(() => {
    const note = () => {
      const shown = ids.split(' ').flatMap((id) => (id === '' ? [] : [{ id: Number(id) }]));
      if (document.visibilityState === 'visible') void noteShown(shown, { isRead: false });
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [ids]);
  return notices.map((notice) => (
    <div
      key={notice.id}
      role="alert"
      className="flex items-center justify-between gap-3 border-b-2 border-ink bg-danger px-4 py-3 text-lg font-semibold text-on-danger"
    >
      <p className="min-w-0 break-words">{notice.text}</p>
      <button
        type="button"
        onClick={() => void noteShown([notice], { isRead: true })}
        className="min-h-14 min-w-16 shrink-0 rounded-lg border-2 border-current px-3 font-bold"
      >
        Read
      </button>
    </div>
  ));
}

/** An ISO instant as the time of day where the kitchen is: "4:42pm". */
export function useFormatTime(): (instant: string) => string {
  const { timeZone } = useConfig().business;
  return (instant) => formatMinuteOfDay(wallTimeAt(Date.parse(instant), timeZone).minuteOfDay);
}

export const MAP_APPS = [
  { app: 'google', label: 'Google Maps' },
  { app: 'apple', label: 'Apple Maps' },
  { app: 'geo', label: 'Another app on this phone' },
] as const;
type MapApp = (typeof MAP_APPS)[number]['app'];

/** Where the way to an address is shown. No map is ever loaded here. */
export function mapLink(app: MapApp, address: string): string {
  const to = encodeURIComponent(address);
  if (app === 'apple') return `https://maps.apple.com/?daddr=${to}`;
  if (app === 'geo') return `geo:0,0?q=${to}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${to}`;
}

export function useMapApp(): [MapApp, (app: MapApp) => void] {
  const [mapApp, setMapApp] = useState(readMapApp);
  return [
    mapApp,
    (app) => {
      setMapApp(app);
      try {
        localStorage.setItem(MAP_APP, app);
      } catch {
        // Until the page is left.
      }
    },
  ];
}

function readMapApp(): MapApp {
  try {
    return MAP_APPS.find(({ app }) => app === localStorage.getItem(MAP_APP))?.app ?? 'google';
  } catch {
    return 'google';
  }
}
