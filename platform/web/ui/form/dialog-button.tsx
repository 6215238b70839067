import { type ComponentProps, type ReactNode, useState, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { CONTROL_CLASS } from './field-frame.tsx';

type DialogButtonProps = ComponentProps<typeof Button> & {
  /** Shown from the press until it calls `close`. */
  dialog: (close: () => void) => ReactNode;
};

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

const SAID_MS = 2000;

/** Text to copy. If the browser does not allow copying, it is selected instead. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    ref.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setTimeout(() => setCopied(false), SAID_MS);
    } catch {
      ref.current?.focus();
    }
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold wrap-anywhere">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={ref}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className={`${CONTROL_CLASS} min-w-0 text-sm`}
        />
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}
