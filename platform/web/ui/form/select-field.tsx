import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText, useField } from './field-frame.tsx';

type SelectFieldProps = FieldText &
  ComponentProps<'select'> & {
    /** After its children, for options that are no `option` yet. */
    options?: readonly { value: string | number; label: string }[];
  };

/** A labelled native select. */
export function SelectField({ options = [], children, ...props }: SelectFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <select {...control}>
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
