import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useState } from 'react';
import { MAP_APP } from '#areas/delivery/web/day/drive-said.ts';

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

/** Chosen once for this phone. */
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
