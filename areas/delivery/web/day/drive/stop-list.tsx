import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useEffect, useState } from 'react';
import { type MapApp, readFact, writeFact } from '#areas/delivery/web/day/drive-database.ts';

/** An ISO instant as the time of day where the kitchen is: "4:42pm". */
export function useFormatTime(): (instant: string) => string {
  const { timeZone } = useConfig().business;
  return (instant) => formatMinuteOfDay(wallTimeAt(Date.parse(instant), timeZone).minuteOfDay);
}

export const MAP_APPS: readonly { app: MapApp; label: string }[] = [
  { app: 'google', label: 'Google Maps' },
  { app: 'apple', label: 'Apple Maps' },
  { app: 'geo', label: 'Another app on this phone' },
];

/** Where the way to an address is shown. No map is ever loaded here. */
export function mapLink(app: MapApp, address: string): string {
  const to = encodeURIComponent(address);
  if (app === 'apple') return `https://maps.apple.com/?daddr=${to}`;
  if (app === 'geo') return `geo:0,0?q=${to}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${to}`;
}

/** Chosen once for this phone. */
export function useMapApp(): [MapApp, (app: MapApp) => void] {
  const [mapApp, setMapApp] = useState<MapApp>('google');
  useEffect(() => {
    readFact('mapApp')
      .then((known) => known && setMapApp(known))
      .catch(() => {});
  }, []);
  return [
    mapApp,
    (app) => {
      setMapApp(app);
      writeFact('mapApp', app).catch(() => {});
    },
  ];
}
