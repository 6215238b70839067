import { type ReactNode, useId } from 'react';

type CheckFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Shown while it is ticked. */
  children?: ReactNode;
};

export function CheckField({ label, hint, checked, onChange, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            id={id}
            type="checkbox"
            checked={checked}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
            className="size-6 shrink-0"
          />
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="ml-9 text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      {checked && children && <div className="sm:ml-9">{children}</div>}
    </div>
  );
}
