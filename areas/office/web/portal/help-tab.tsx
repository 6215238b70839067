import { type MouseEvent, useState, useEffect, useRef } from 'react';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { HANDBOOK, searchHandbook, type HandbookPage } from '#areas/office/web/portal/handbook.ts';
import Markdown from 'react-markdown';
import { classNames } from '#platform/web/ui/class-names.ts';

export function HelpTab() {
  const [params] = useSearchParams();
  return (
    <>
      <h2 className="sr-only">Handbook</h2>
      <Handbook
        key={params.get('q')}
        at={{ page: params.get('page'), section: params.get('section') }}
        asked={params.get('q') ?? ''}
      />
    </>
  );
}

export type HandbookPlace = { page: string | null; section: string | null };

type HandbookProps = {
  at: HandbookPlace;
  asked?: string;
  /** Opens another place here, instead of at its address. */
  onOpen?: (at: HandbookPlace) => void;
};

/** For anyone who runs the kitchen: a page for each thing that comes up, and for each alarm what to press. */
export function Handbook({ at, asked = '', onOpen }: HandbookProps) {
  const [search, setSearch] = useState(asked);
  const [first] = HANDBOOK;
  const page = HANDBOOK.find(({ name }) => name === at.page) ?? first;
  const words = search.trim();
  const follow = (to: HandbookPlace) => (event: MouseEvent) => {
    setSearch('');
    if (!onOpen) return;
    event.preventDefault();
    onOpen(to);
  };
  return (
    <section className="grid gap-6 py-5">
      <div className="flex max-w-xl">
        <SearchField label="Search the handbook" value={search} onChange={setSearch} />
      </div>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[16rem_1fr]">
        <nav aria-label="Handbook">
          <ul className="grid gap-1 sm:max-lg:grid-cols-2">
            {HANDBOOK.map(({ name, title }) => (
              <li key={name}>
                <Link
                  to={paths.admin({ tab: 'help', page: name })}
                  aria-current={!words && page?.name === name ? 'page' : undefined}
                  onClick={follow({ page: name, section: null })}
                  className={PAGE_LINK}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {words ? (
          <SearchResults words={words} follow={follow} />
        ) : (
          page && <HandbookText key={page.name} page={page} sectionId={at.section} />
        )}
      </div>
    </section>
  );
}

const PAGE_LINK =
  'flex min-h-11 items-center rounded-xl px-3 font-semibold hover:bg-primary-soft ' +
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

type SearchResultsProps = {
  words: string;
  follow: (to: HandbookPlace) => (event: MouseEvent) => void;
};

function SearchResults({ words, follow }: SearchResultsProps) {
  const found = searchHandbook(words);
  if (found.length === 0)
    return (
      <EmptyState title={`Nothing about “${words}”`}>
        <p>Try a shorter word, or choose a page.</p>
      </EmptyState>
    );
  return (
    <ul aria-label="Search results" className="grid max-w-prose gap-1">
      {found.map(({ page, id, title, pageTitle }) => (
        <li key={`${page}/${id}`}>
          <Link
            to={paths.admin({ tab: 'help', page, section: id })}
            onClick={follow({ page, section: id })}
            className="grid min-h-11 rounded-xl px-3 py-2 hover:bg-primary-soft"
          >
            <span className="font-semibold text-primary underline">{title}</span>
            <span className="text-sm text-ink-soft">{pageTitle}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const TEXT =
  'grid gap-3 [&_li]:pl-1 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2 [&_ol]:pl-6 ' +
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-6 [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1';

const PARTS = { img: HandbookPicture };

type HandbookTextProps = {
  page: HandbookPage;
  /** Scrolled to and marked, once it is shown. */
  sectionId: string | null;
};

function HandbookText({ page, sectionId }: HandbookTextProps) {
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

/** The handbook's pictures, docs/pictures/, which its pages name from docs/handbook/. */
const FILES = import.meta.glob<string>('/docs/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** `source` as in the text: "../pictures/today.webp". Undefined: there is no such picture. */
export function pictureUrl(source: string): string | undefined {
  return FILES[source.replace(/^\.\.\//, '/docs/')];
}

type HandbookPictureProps = { src?: string | undefined; alt?: string | undefined };

function HandbookPicture({ src = '', alt = '' }: HandbookPictureProps) {
  const url = pictureUrl(src);
  if (url === undefined) return null;
  const isOfPhone = src.endsWith('-phone.webp');
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      className={`rounded-xl border border-line ${isOfPhone ? 'w-64 max-w-full' : 'w-full'}`}
    />
  );
}
