import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** `secondary`: waits for something. `default`: as it should be. `outline`: done with. `destructive`: gone or wrong. */
export type BadgeVariant = 'default' | 'secondary' | 'outline' | 'destructive';

const VARIANTS: Record<BadgeVariant, string> = {
  default: 'border-transparent bg-primary text-on-primary',
  secondary: 'border-transparent bg-mango-soft text-ink',
  outline: 'border-control text-ink-soft',
  destructive: 'border-transparent bg-danger text-on-danger',
};

/** A state in a word; the colour only repeats it. */
export function Badge({
  variant = 'default',
  children,
}: {
  variant?: BadgeVariant;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        VARIANTS[variant],
      )}
    >
      {children}
    </span>
  );
}
