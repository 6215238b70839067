import { useState } from 'react';
import { paths } from '#platform/web/navigation/paths.ts';

type DaySignOutProps = {
  queue: { leave: () => Promise<void>; sendNow: () => Promise<void> };
  /** "3 not sent yet."; null: all is sent. */
  unsent: string | null;
  device: 'phone' | 'tablet';
  linkClass: string;
  buttonClass: string;
};

/** Takes the day off the device, and leaves on it what is not sent: of that it asks first. */
export function DaySignOut({ queue, unsent, device, linkClass, buttonClass }: DaySignOutProps) {
  const [isAsking, setAsking] = useState(false);

  async function signOut() {
    await queue.leave();
    location.assign(paths.logout());
  }

  if (!isAsking || unsent === null)
    return (
      <button
        type="button"
        className={linkClass}
        onClick={() => (unsent === null ? void signOut() : setAsking(true))}
      >
        Logout
      </button>
    );
  return (
    <div className="grid gap-2">
      <p className="text-lg font-semibold">{unsent}</p>
      <button type="button" className={buttonClass} onClick={() => void queue.sendNow()}>
        Send first
      </button>
      <button type="button" className={buttonClass} onClick={() => void signOut()}>
        Log out, keep them on this {device}
      </button>
    </div>
  );
}
