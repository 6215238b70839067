import { useLayoutEffect, useRef } from 'react';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** As it was when its field was last taken away. */
let left = { name: '', hasFocus: false };

/** The first name of step 1, to type into before the wizard is there. The wizard's own takes over what stands in it. */
export function EarlyName() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return undefined;
    if (left.name !== '') current.value = left.name;
    if (left.hasFocus) current.focus();
    return () => {
      left = { name: current.value, hasFocus: document.activeElement === current };
    };
  }, []);
  return (
    <TextField
      ref={field}
      label={
        <>
          Name<span className="sr-only"> of person 1</span>
        </>
      }
      id="early-name"
      placeholder="Person 1"
      maxLength={LONGEST_NAME}
      autoComplete="off"
    />
  );
}

/** What was typed before the wizard was there; `focus` puts the cursor into the field with this id if it was in ours. */
export function takeEarlyName(): { name: string; focus: (id: string) => void } {
  const { name, hasFocus } = left;
  left = { name: '', hasFocus: false };
  return {
    name: name.trim() === '' ? '' : name,
    focus(id) {
      const field = hasFocus ? document.getElementById(id) : null;
      if (!(field instanceof HTMLInputElement)) return;
      field.focus();
      // Anyone who is typing goes on at the end.
      field.setSelectionRange(field.value.length, field.value.length);
    },
  };
}
