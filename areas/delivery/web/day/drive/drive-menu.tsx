import { useState } from 'react';
import { paths } from '#platform/web/navigation/paths.ts';
import { leavePhone, sendNow, useDriveState } from '#areas/delivery/web/day/drive-state.ts';
import { OtherPages } from '#areas/delivery/web/day/other-pages.tsx';
import { MAP_APPS, useMapApp } from './use-map-app.ts';

const BUTTON = 'min-h-12 rounded-lg border-2 border-ink px-4 font-semibold';

/** Which app shows the way, the other pages, and the way out. */
export function DriveMenu() {
  const { day, queue } = useDriveState();
  const [mapApp, chooseMapApp] = useMapApp();
  const [isAsking, setAsking] = useState(false);
  const unsent = queue.filter(({ staffId }) => staffId === day?.staffId).length;

  async function signOut() {
    await leavePhone();
    location.assign(paths.logout());
  }

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
      {isAsking ? (
        <div className="grid gap-2">
          <p className="font-semibold">
            {unsent === 1 ? '1 report is' : `${unsent} reports are`} not sent.
          </p>
          <button type="button" className={BUTTON} onClick={() => void sendNow()}>
            Send first
          </button>
          <button type="button" className={BUTTON} onClick={() => void signOut()}>
            Log out, keep them on this phone
          </button>
        </div>
      ) : (
        <button
          type="button"
          className={BUTTON}
          onClick={() => (unsent > 0 ? setAsking(true) : void signOut())}
        >
          Logout
        </button>
      )}
    </div>
  );
}
