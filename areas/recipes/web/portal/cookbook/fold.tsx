import { type ReactNode, useState } from 'react';

type FoldProps = { title: ReactNode; className?: string; children: ReactNode };

/** What few need: shown, and asked for, when someone opens it. */
export function Fold({ title, className, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={`group ${className ?? ''}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        <span>{title}</span>
      </summary>
      {isOpen && children}
    </details>
  );
}
