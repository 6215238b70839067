import type { ComponentProps } from 'react';

/** A checkbox of a plain form, as large as a fingertip: the browser keeps whether it is ticked, without scripts too. */
export function FieldChip({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="relative inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-full border border-control bg-surface px-3.5 text-sm font-semibold hover:bg-primary-soft has-checked:border-primary has-checked:bg-primary-soft has-checked:ring-1 has-checked:ring-primary has-indeterminate:border-dashed has-indeterminate:border-primary has-indeterminate:bg-primary-soft has-disabled:opacity-70 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        {...input}
        type="checkbox"
        className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
      />
      <span aria-hidden="true" className="hidden peer-checked:inline">
        ✓
      </span>
      <span aria-hidden="true" className="hidden peer-indeterminate:inline">
        –
      </span>
      {children}
    </label>
  );
}
