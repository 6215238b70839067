import { type ReactNode, useId } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to fix it; also marks the field as invalid. */
  error?: string | null;
  optional?: boolean;
  /** For screen readers only, where the page shows it another way. */
  hideLabel?: boolean;
};

export const CONTROL_CLASS =
  'w-full min-h-12 rounded-xl border border-control bg-surface px-4 py-2.5 text-base text-ink placeholder:text-ink-soft ' +
  'aria-invalid:border-2 aria-invalid:border-danger disabled:opacity-60';

/** Attributes that tie a control to its hint and error. */
export function describedBy(id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}

/** What a field's frame and its control get of its props. */
export function useField<
  Props extends FieldText & { id?: string | undefined; className?: string | undefined },
>(props: Props) {
  const { label, hint, error, optional, hideLabel, className, ...rest } = props;
  const ownId = useId();
  const id = rest.id ?? ownId;
  const look = classNames(CONTROL_CLASS, className);
  return {
    frame: { id, label, hint, error, optional, hideLabel },
    control: { ...rest, id, className: look, ...describedBy(id, { hint, error }) },
  };
}

export function FieldFrame(props: FieldText & { id: string; children: ReactNode }) {
  const { id, label, hint, error, optional, hideLabel = false, children } = props;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-semibold'}>
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export function FieldNotes(props: { id: string } & Pick<FieldText, 'hint' | 'error'>) {
  const { id, hint, error } = props;
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </>
  );
}
