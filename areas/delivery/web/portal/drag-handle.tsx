import type { KeyboardEvent } from 'react';

type HandleProps = {
  handleRef: (element: Element | null) => void;
  label: string;
  /** Not before it is known what a move changes. */
  isReady: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** What a row is dragged by. */
export function Handle({ handleRef, label, isReady, onKeyDown }: HandleProps) {
  return (
    <button
      ref={handleRef}
      type="button"
      disabled={!isReady}
      aria-label={label}
      title="Drag, or Alt with an arrow key"
      onKeyDown={onKeyDown}
      className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-lg text-xl text-ink-soft hover:bg-primary-soft active:cursor-grabbing"
    >
      <span aria-hidden="true">⠿</span>
    </button>
  );
}
