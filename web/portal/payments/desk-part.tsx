import { type ReactNode, useId } from 'react';

type DeskPartProps = { title: ReactNode; about: ReactNode; children: ReactNode };

/** One kind of thing that the page is about: what it is, and what to do about it. */
export function DeskPart({ title, about, children }: DeskPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <p className="max-w-prose text-sm text-ink-soft">{about}</p>
      </div>
      {children}
    </section>
  );
}
