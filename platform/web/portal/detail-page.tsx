/** The page of one of many: its own title in place of the list's, and the way back to the list and along it. */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useLayoutEffect,
} from 'react';
import type { To } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { useIsWide } from '#platform/web/navigation/use-is-wide.ts';

/** Told by a page that brings a title of its own: the portal's is no heading then. */
export const OwnTitle = createContext<(isShown: boolean) => void>(() => {});

/** More than these are folded on a phone. */
const MOST_ON_PHONES = 4;

type DetailPageProps = {
  /** Whose or what it is: the only h1. */
  title: ReactNode;
  /** A line under the title. */
  about: ReactNode;
  back: { to: To; label: string };
  /** Its place in the list that it came from; null: it did not come from one. */
  walk: { text: string; before: To | null; next: To | null } | null;
  /** The most used first, each with its key. */
  actions: readonly ReactElement[];
  /** Across the page, before everything else. */
  notices?: ReactNode;
  /** Beside the rest where there is room. */
  aside: ReactNode;
  children: ReactNode;
};

export function DetailPage(props: DetailPageProps) {
  const { title, about, back, walk, actions, notices, aside, children } = props;
  const setOwnTitle = useContext(OwnTitle);
  useLayoutEffect(() => {
    setOwnTitle(true);
    return () => setOwnTitle(false);
  }, [setOwnTitle]);
  return (
    <article className="grid min-w-0 gap-4 pb-4">
      <nav
        aria-label="In the list"
        className="-mb-3 flex flex-wrap items-center gap-x-3 text-sm print:hidden"
      >
        <Link to={back.to} className={LINK}>
          ← {back.label}
        </Link>
        {walk && <span className="text-ink-soft tabular-nums">{walk.text}</span>}
        {walk?.before && (
          <Link to={walk.before} rel="prev" className={LINK}>
            ↑ before
          </Link>
        )}
        {walk?.next && (
          <Link to={walk.next} rel="next" className={LINK}>
            next ↓
          </Link>
        )}
      </nav>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <PageHeading className="text-2xl wrap-anywhere">{title}</PageHeading>
          {about}
        </div>
        <Actions actions={actions} />
      </header>
      {notices}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">{children}</div>
        <div className="grid min-w-0 gap-4">{aside}</div>
      </div>
    </article>
  );
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 wide:pointer-fine:min-h-8';

function Actions({ actions }: Pick<DetailPageProps, 'actions'>) {
  const isFolding = !useIsWide() && actions.length > MOST_ON_PHONES;
  const shown = isFolding ? actions.slice(0, MOST_ON_PHONES - 1) : actions;
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 print:hidden">
      {shown}
      {isFolding && (
        <details className="relative">
          <summary className="flex min-h-11 cursor-pointer items-center rounded-full px-4 text-sm font-semibold text-primary">
            More
          </summary>
          <div className="absolute right-0 z-10 grid min-w-48 justify-items-start rounded-2xl border border-line bg-surface p-2 shadow-raised">
            {actions.slice(shown.length)}
          </div>
        </details>
      )}
    </div>
  );
}
