import { type ComponentProps, useId, useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS, describedBy, FieldFrame, type FieldText } from './field-frame.tsx';

type PasswordFieldProps = FieldText & Omit<ComponentProps<'input'>, 'type'>;

/** A password with a button to show it. */
export function PasswordField({ label, hint, error, id, className, ...input }: PasswordFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...input}
          id={fieldId}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className={classNames(CONTROL_CLASS, 'pr-20', className)}
          {...describedBy(fieldId, { hint, error })}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={fieldId}
          onClick={() => setShown(!isShown)}
          className="absolute top-0.5 right-0.5 min-h-11 rounded-xl px-3 text-sm font-semibold text-primary hover:bg-primary-soft"
        >
          Show
          <span className="sr-only"> password</span>
        </button>
      </div>
    </FieldFrame>
  );
}
