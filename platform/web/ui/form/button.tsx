import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const SHAPE =
  'print:hidden inline-flex max-w-full items-center justify-center gap-2 rounded-full border-2 font-semibold text-center transition-colors ' +
  'disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:cursor-progress aria-busy:cursor-progress aria-busy:opacity-55';

// By `active` a finger sees in the next frame that its tap was taken, however long what it asks for takes to be drawn.
// With forced colours, the border that is transparent here outlines the button.
const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-on-primary hover:bg-primary-strong active:bg-primary-strong',
  secondary: 'border-primary text-primary bg-surface hover:bg-primary-soft active:bg-primary-soft',
  quiet: 'border-transparent text-primary hover:bg-primary-soft active:bg-primary-soft',
  danger: 'border-transparent bg-danger text-on-danger hover:brightness-90 active:brightness-90',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-11 px-4 md:min-h-10 shrink-0 text-sm',
  medium: 'min-h-12 px-6 text-base',
  large: 'min-h-14 px-8 text-lg',
};

/** The look of a button, for links that act as one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
): string {
  return classNames(SHAPE, VARIANTS[variant], SIZES[size]);
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Stays focusable while busy, shows `busyLabel` and ignores clicks. */
  busy?: boolean;
  busyLabel?: string;
};

export function Button(props: ButtonProps) {
  const { variant, size, busy = false, busyLabel, className, children, onClick, ...rest } = props;
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant, size), className)}
      aria-disabled={busy || undefined}
      onClick={handleClick}
    >
      {busy && <Spinner />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

function Spinner() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 animate-spin" aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        opacity="0.3"
      />
      <path
        d="M10 2a8 8 0 0 1 8 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
