import type { ReactNode } from 'react';
import type { TopicOfPage } from '#areas/business/web/page-texts.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';

type TopicFrameProps = {
  heading: string;
  lead: ReactNode;
  first?: ReactNode;
  topics: readonly TopicOfPage[];
  children?: ReactNode;
};

/** A page of text: one column, each topic with a heading and an address of its own. */
export function TopicFrame({ heading, lead, first, topics, children }: TopicFrameProps) {
  return (
    <div className="mx-auto grid max-w-3xl gap-10 px-4 pt-8 sm:px-6 md:pt-12">
      <div className="grid gap-3">
        <PageHeading className="text-4xl">{heading}</PageHeading>
        <div className="grid gap-2 text-lg text-ink-soft">{lead}</div>
      </div>
      {first}
      {topics.map(({ id, title, text }) => (
        <section key={id} aria-labelledby={id} className="grid gap-2">
          <h2 id={id} className="text-xl break-words">
            {title}
          </h2>
          <div className="grid max-w-prose gap-2">{text}</div>
        </section>
      ))}
      {children}
    </div>
  );
}
