import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

/** `secondary`: waiting. `default`: as it should be. `outline`: finished. `destructive`: cancelled or wrong. */
export type BadgeVariant = 'default' | 'secondary' | 'outline' | 'destructive';

const VARIANTS: Record<BadgeVariant, string> = {
  default: 'border-transparent bg-primary text-on-primary',
  secondary: 'border-transparent bg-mango-soft text-ink',
  outline: 'border-control text-ink-soft',
  destructive: 'border-transparent bg-danger text-on-danger',
};

/** The colours of a badge, for a control that looks like one. */
export function badgeColours(variant: BadgeVariant): string {
  return VARIANTS[variant];
}

/** A status in a word; its colour only repeats the word. */
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
