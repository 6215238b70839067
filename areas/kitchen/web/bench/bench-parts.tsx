import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

type PartProps = {
  id: string;
  title: string;
  /** "11 of 29 made, by start time". */
  said: string;
  isDone: boolean;
  children: ReactNode;
};

/** Folded once all of it is done; a tap opens it again. */
export function BenchPart({ id, title, said, isDone, children }: PartProps) {
  return (
    <section aria-labelledby={`bench-${id}`} className="min-w-0">
      <details key={String(isDone)} open={!isDone} className="group grid gap-2">
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-baseline gap-x-3 border-b-2 border-ink py-2">
          <span
            aria-hidden="true"
            className="self-center text-3xl leading-none text-ink-soft transition-transform group-open:rotate-90"
          >
            ›
          </span>
          <h2 id={`bench-${id}`} className="text-2xl font-bold">
            {title}
          </h2>
          <span className="text-xl text-ink-soft tabular-nums">{said}</span>
          {isDone && <span className="text-xl font-semibold text-success">✓ done</span>}
        </summary>
        {children}
      </details>
    </section>
  );
}

type RowProps = {
  isOpen: boolean;
  onOpen: () => void;
  isDone: boolean;
  line: ReactNode;
  /** Always in sight, folded or not. */
  warnings?: ReactNode;
  children: ReactNode;
};

/** One line; open, the width is its own. */
export function BenchRow({ isOpen, onOpen, isDone, line, warnings, children }: RowProps) {
  return (
    <li
      className={classNames(
        'border-b border-line',
        isOpen && 'overflow-hidden rounded-2xl border-2 border-primary bg-surface',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className={classNames(
          'flex min-h-14 w-full flex-wrap items-center gap-x-3 px-3 py-1.5 text-left text-2xl leading-tight focus-visible:-outline-offset-3',
          isDone && !isOpen ? 'text-success' : 'hover:bg-primary-soft',
        )}
      >
        {line}
      </button>
      {warnings}
      {isOpen && <div className="grid gap-4 px-3 pb-4">{children}</div>}
    </li>
  );
}

type BigButtonProps = {
  label: string;
  /** What it does, when the label alone does not say it: "All 11am of Teriyaki salmon soba". */
  about?: string;
  kind?: 'main' | 'side' | 'danger';
  isOff?: boolean;
  onPress: () => void;
};

const KINDS = {
  main: 'border-transparent bg-primary text-on-primary hover:bg-primary-strong',
  side: 'border-control bg-surface text-ink hover:bg-sunken',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-soft',
} as const;

export function BigButton({ label, about, kind = 'side', isOff = false, onPress }: BigButtonProps) {
  return (
    <button
      type="button"
      aria-label={about === undefined ? undefined : `${label}: ${about}`}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress();
      }}
      className={classNames(
        'min-h-22 min-w-22 grow rounded-2xl border-2 px-3 text-2xl leading-tight font-semibold aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
        KINDS[kind],
      )}
    >
      {label}
    </button>
  );
}

/** What has not been sent stands hollow until the server has answered. */
export function Said({ isSent, children }: { isSent: boolean; children: ReactNode }) {
  return (
    <span>
      <span aria-hidden="true">{isSent ? '✓' : '○'}</span>{' '}
      {!isSent && <span className="sr-only">not sent, </span>}
      {children}
    </span>
  );
}

export function Steps({ steps }: { steps: string }) {
  if (steps === '') return null;
  return (
    <p className="text-xl whitespace-pre-line">
      <b>Steps</b> {steps}
    </p>
  );
}
