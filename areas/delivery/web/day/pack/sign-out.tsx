import { useState } from 'react';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  countWaiting,
  leaveTablet,
  sendPackingNow,
  usePackState,
} from '#areas/delivery/web/day/pack-state.ts';

const BUTTON = 'min-h-12 rounded-xl border-2 border-control px-4 text-lg font-semibold';

/** Takes the bags off the tablet, and leaves on it what is not sent. */
export function SignOut() {
  const { mine } = countWaiting(usePackState());
  const [isAsking, setAsking] = useState(false);

  async function signOut() {
    await leaveTablet();
    location.assign(paths.logout());
  }

  if (!isAsking || mine === 0)
    return (
      <button
        type="button"
        className="min-h-11 px-2 font-semibold underline underline-offset-4"
        onClick={() => (mine > 0 ? setAsking(true) : void signOut())}
      >
        Logout
      </button>
    );
  return (
    <div className="grid gap-2">
      <p className="text-lg font-semibold">{mine} not sent yet.</p>
      <button type="button" className={BUTTON} onClick={() => void sendPackingNow()}>
        Send first
      </button>
      <button type="button" className={BUTTON} onClick={() => void signOut()}>
        Log out, keep them on this tablet
      </button>
    </div>
  );
}
