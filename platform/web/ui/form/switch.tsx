import { type ReactNode, useId } from 'react';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type SwitchProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** For a switch whose context already says what it is. */
  hideLabel?: boolean;
};

/** On or off, with immediate effect. */
export function Switch({ label, checked, onChange, disabled, hideLabel = false }: SwitchProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="inline-flex min-h-11 items-center gap-2.5">
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="relative h-6.5 w-11 shrink-0 rounded-full border-2 border-control bg-sunken transition-colors peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary peer-disabled:opacity-55 after:absolute after:top-0.5 after:left-0.5 after:size-4.5 after:rounded-full after:bg-control after:transition-transform peer-checked:after:translate-x-4.5 peer-checked:after:bg-on-primary"
      />
      {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </label>
  );
}
