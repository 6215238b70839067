import { type ComponentProps, useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { FieldFrame, type FieldText, useField } from './field-frame.tsx';

export function PasswordField(props: FieldText & Omit<ComponentProps<'input'>, 'type'>) {
  const { frame, control } = useField(props);
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          {...control}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className={classNames(control.className, 'pr-20')}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={frame.id}
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
