import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

export type NoticeTone = 'info' | 'warning' | 'error' | 'success';

const TONES: Record<NoticeTone, string> = {
  info: 'bg-info-soft border-info text-info',
  warning: 'bg-warning-soft border-warning text-warning',
  error: 'bg-danger-soft border-danger text-danger',
  success: 'bg-success-soft border-success text-success',
};

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** How screen readers announce a new notice: `polite` waits, `now` interrupts. */
  announce?: 'no' | 'polite' | 'now';
};

const ROLES = { no: undefined, polite: 'status', now: 'alert' } as const;

export function Notice({ tone = 'info', title, children, announce = 'no' }: NoticeProps) {
  return (
    <div
      role={ROLES[announce]}
      className={classNames('rounded-2xl border-l-4 px-4 py-3 wrap-anywhere', TONES[tone])}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className="grid gap-2 text-ink">{children}</div>}
    </div>
  );
}
