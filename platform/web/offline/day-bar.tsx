import { type ReactNode, useState } from 'react';
import { paths } from '#platform/web/navigation/paths.ts';

type DayBarProps = {
  children: ReactNode;
  tone: 'bad' | 'amber';
  /** They say that they know. */
  onOk?: () => void;
};

/** What anyone who works at a page of the day has to know now. */
export function DayBar({ children, tone, onOk }: DayBarProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex w-full items-center justify-between gap-3 border-b-2 border-ink px-4 py-3 text-lg font-semibold ${
        tone === 'bad' ? 'bg-danger text-on-danger' : 'bg-warning-soft text-ink'
      }`}
    >
      <p className="min-w-0 break-words">{children}</p>
      {onOk && (
        <button
          type="button"
          onClick={onOk}
          className="min-h-14 min-w-14 shrink-0 rounded-lg border-2 border-current px-3 font-bold"
        >
          OK
        </button>
      )}
    </div>
  );
}

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
