import { type ComponentProps, useId } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS, describedBy, FieldFrame, type FieldText } from './field-frame.tsx';

/** A labelled native select; its children are the `option`s. */
export function SelectField(props: FieldText & ComponentProps<'select'>) {
  const { label, hint, error, optional, hideLabel, id, className, children, ...select } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
    >
      <select
        {...select}
        id={fieldId}
        className={classNames(CONTROL_CLASS, className)}
        {...describedBy(fieldId, { hint, error })}
      >
        {children}
      </select>
    </FieldFrame>
  );
}
