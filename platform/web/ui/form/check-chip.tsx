import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

type CheckChipProps = {
  children: ReactNode;
  /** `mixed`: some of what it stands for is on. */
  checked: boolean | 'mixed';
  onToggle: () => void;
};

/** A checkbox as large as a fingertip, for many short choices in a row. */
export function CheckChip({ children, checked, onToggle }: CheckChipProps) {
  const ref = useRef<HTMLInputElement>(null);
  const isMixed = checked === 'mixed';
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label
      className={classNames(
        'relative inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold hover:bg-primary-soft',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        checked === false
          ? 'border-control bg-surface'
          : 'border-primary bg-primary-soft ring-1 ring-primary',
        isMixed && 'border-dashed ring-0',
      )}
    >
      <input
        ref={ref}
        type="checkbox"
        checked={checked === true}
        aria-checked={checked}
        onChange={onToggle}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
      />
      {checked !== false && <span aria-hidden="true">{isMixed ? '–' : '✓'}</span>}
      {children}
    </label>
  );
}
