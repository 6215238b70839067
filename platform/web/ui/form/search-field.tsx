import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';

type SearchFieldProps = {
  /** For screen readers; also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
};

/** Takes the focus when someone presses `/` outside any field. One per screen. */
export function SearchField({ label, value, onChange, maxLength = 100 }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== '/' || !isCommandKey(event)) return;
      event.preventDefault();
      ref.current?.focus();
      ref.current?.select();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        type="search"
        value={value}
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        aria-keyshortcuts="/"
        onChange={(event) => onChange(event.target.value)}
        className={classNames(CONTROL_CLASS, 'pr-10')}
      />
      {value === '' && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-3 right-3 rounded border border-line bg-sunken px-2 font-sans text-sm text-ink-soft max-sm:hidden"
        >
          /
        </kbd>
      )}
    </div>
  );
}

/** Long enough that one word is one search. */
const PAUSE_MS = 250;

/** What was typed, once the typing pauses. */
export function useSettledText(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(waiting);
  }, [text, pauseMs]);
  return settled;
}

/** Where letters are typed or choose something, so that they are no command. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) !== null
  );
}

/** A key alone, while nothing is typed and no dialog is open. */
export function isCommandKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isTyping(event.target) && document.querySelector('dialog[open]') === null;
}
