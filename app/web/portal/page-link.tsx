import type { PortalPage } from '#areas/business/web/define-page.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Icon } from './icon.tsx';

/** How much of a page needs a hand. Urgent: someone could be hurt, or is without their meals. Old: no news come. */
export type PageCount = { count: number; isUrgent: boolean; isOld: boolean };
/** By the page's name. */
export type PageCounts = Partial<Record<string, PageCount>>;

export const ROW_CLASS =
  'relative flex min-h-8 w-full items-center gap-2.5 rounded-lg px-2.5 text-left font-medium hover:bg-primary-soft pointer-coarse:min-h-11 ' +
  'aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-primary aria-[current=page]:shadow-card ' +
  'aria-selected:bg-surface aria-selected:font-semibold aria-selected:text-primary aria-selected:shadow-card';

type PageLinkProps = {
  page: PortalPage;
  isShown: boolean;
  count?: PageCount | undefined;
  className?: string;
  onClick?: (event: Pick<Event, 'preventDefault'>) => void;
};

/** The way to a page of the portal. */
export function PageLink({ page, isShown, className = ROW_CLASS, ...rest }: PageLinkProps) {
  const { count, onClick } = rest;
  const [first] = page.parts;
  if (!first) return null;
  const props = {
    className,
    'aria-current': isShown ? ('page' as const) : undefined,
    'aria-describedby': count && countIdOf(page),
  };
  const name = <PageName page={page} count={count} />;
  // Pack and Drive are loaded afresh: what keeps them on the device, and the camera, work from their first page on.
  return first.load ? (
    <Link to={first.at} {...props} {...(onClick && { onClick })}>
      {name}
    </Link>
  ) : (
    <a href={first.at} {...props}>
      {name}
    </a>
  );
}

type PageNameProps = {
  page: PortalPage;
  count?: PageCount | undefined;
};

/** Its drawing, its label, and how much of it needs a hand. */
export function PageName({ page, count }: PageNameProps) {
  return (
    <>
      <Icon path={page.icon} />
      <span>{page.label}</span>
      {count && <Count {...count} id={countIdOf(page)} />}
    </>
  );
}

/** What describes the way to a page: its number, which is no part of its name. */
export const countIdOf = ({ name }: PortalPage) => `count-${name}`;

function Count({ count, isUrgent, isOld, id }: PageCount & { id: string }) {
  return (
    <span
      id={id}
      aria-hidden
      className={classNames(
        'ml-auto min-w-5 rounded-full px-1.5 text-center text-sm/5 font-semibold tabular-nums',
        'in-data-[bar=bottom]:absolute in-data-[bar=bottom]:top-1 in-data-[bar=bottom]:left-[calc(50%+0.4rem)] in-data-[bar=bottom]:text-sm/4',
        isOld
          ? 'bg-warning-soft text-warning'
          : isUrgent
            ? 'bg-danger text-on-danger'
            : 'bg-line text-ink',
      )}
    >
      {count}
    </span>
  );
}
