import { useEffect, useRef } from 'react';
import Markdown from 'react-markdown';
import { classNames } from '#platform/web/ui/class-names.ts';
import { HandbookPicture } from './handbook-picture.tsx';
import type { HandbookPage } from './handbook.ts';

const TEXT =
  'grid gap-3 [&_li]:pl-1 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2 [&_ol]:pl-6 ' +
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-6 [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1';

const PARTS = { img: HandbookPicture };

type HandbookTextProps = {
  page: HandbookPage;
  /** Scrolled to and marked, once it is shown. */
  sectionId: string | null;
};

export function HandbookText({ page, sectionId }: HandbookTextProps) {
  const asked = useRef<HTMLElement>(null);
  useEffect(() => {
    asked.current?.scrollIntoView();
    asked.current?.focus({ preventScroll: true });
  }, [sectionId]);
  return (
    <article className="grid max-w-prose gap-8">
      <div className={TEXT}>
        <h3 className="text-2xl">{page.title}</h3>
        <Markdown components={PARTS}>{page.opening}</Markdown>
      </div>
      {page.sections.map(({ id, title, markdown }) => (
        <section
          key={id}
          id={id}
          ref={id === sectionId ? asked : undefined}
          tabIndex={id === sectionId ? -1 : undefined}
          aria-label={title}
          className={classNames(
            TEXT,
            'scroll-mt-24 rounded-2xl outline-none',
            id === sectionId && 'bg-primary-soft p-5',
          )}
        >
          <h4 className="text-lg font-semibold">{title}</h4>
          <Markdown components={PARTS}>{markdown}</Markdown>
        </section>
      ))}
    </article>
  );
}
