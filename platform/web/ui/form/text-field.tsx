import { type ComponentProps, useId } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS, describedBy, FieldFrame, type FieldText } from './field-frame.tsx';

type TextFieldProps = FieldText & ComponentProps<'input'>;

/** A labelled one-line input; passes on all `input` props, `ref` included. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, hideLabel, id, className, ...input } = props;
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
      <input
        type="text"
        {...input}
        id={fieldId}
        className={classNames(CONTROL_CLASS, className)}
        {...describedBy(fieldId, { hint, error })}
      />
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldText & ComponentProps<'textarea'>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, optional, id, className, ...area } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        rows={3}
        {...area}
        id={fieldId}
        className={classNames(CONTROL_CLASS, className)}
        {...describedBy(fieldId, { hint, error })}
      />
    </FieldFrame>
  );
}
