import type { ReactNode } from 'react';

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
