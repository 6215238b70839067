type StepListProps = { steps: readonly { title: string; text: string }[] };

/** Numbered steps in sequence, below a heading of level two. */
export function StepList({ steps }: StepListProps) {
  return (
    <ol className="grid gap-8 md:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-4">
          <span
            className="grid size-12 shrink-0 place-items-center rounded-full bg-mango font-serif text-xl font-semibold text-on-mango"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <div className="grid content-start gap-1">
            <h3 className="text-xl">{title}</h3>
            <p className="text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
