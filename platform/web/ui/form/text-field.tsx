import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText, useField } from './field-frame.tsx';

/** A labelled one-line input; passes on all `input` props, `ref` included. */
export function TextField(props: FieldText & ComponentProps<'input'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} />
    </FieldFrame>
  );
}

export function TextAreaField(props: FieldText & ComponentProps<'textarea'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={3} {...control} />
    </FieldFrame>
  );
}
