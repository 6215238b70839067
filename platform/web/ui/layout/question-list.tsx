import type { ReactNode } from 'react';

export type ShownQuestion = { id: string; title: ReactNode; text: ReactNode };

type QuestionListProps = {
  questions: readonly ShownQuestion[];
  /** Questions of one group: opening one closes the others. */
  group: string;
  /** For the questions: one below the list's own heading. */
  headingLevel: 2 | 3;
};

/**
 * Questions that open one at a time, by the browser itself: without scripts, and with the keyboard. The id is inside
 * the answer, so that an address ending in #id opens it.
 */
export function QuestionList({ questions, group, headingLevel }: QuestionListProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className="grid gap-3">
      {questions.map(({ id, title, text }) => (
        <details
          key={id}
          name={group}
          className="group rounded-2xl border border-line bg-surface open:shadow-card"
        >
          <summary className="flex items-center justify-between gap-4 rounded-2xl px-5 py-4">
            <Heading className="text-lg leading-snug">{title}</Heading>
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft text-xl leading-none text-primary transition-transform group-open:rotate-45"
            >
              +
            </span>
          </summary>
          <div id={id} className="grid scroll-mt-40 gap-2 px-5 pb-5">
            <div className="grid max-w-prose gap-2">{text}</div>
            <a
              href={`#${id}`}
              className="w-fit py-0.5 text-sm text-ink-soft underline underline-offset-4"
            >
              Link to this answer<span className="sr-only">: {title}</span>
            </a>
          </div>
        </details>
      ))}
    </div>
  );
}
