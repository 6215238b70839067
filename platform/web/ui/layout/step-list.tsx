import type { ReactNode } from 'react';

type StepListProps = { steps: readonly { id: string; title: ReactNode; text: ReactNode }[] };

/** Numbered steps in sequence, below a heading of level two. */
export function StepList({ steps }: StepListProps) {
  return (
    <ol className="grid gap-8 md:grid-cols-3">
      {steps.map(({ id, title, text }, index) => (
        <li key={id} className="flex gap-4">
          <span
            className="grid size-12 shrink-0 place-items-center rounded-full bg-mango font-serif text-xl font-semibold text-on-mango"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <div className="grid content-start gap-1">
            <h3 className="text-xl">{title}</h3>
            <div className="grid gap-1 text-ink-soft">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
