import { paths } from '#platform/web/navigation/paths.ts';

const PAGES = [
  { to: paths.home(), label: 'Home' },
  { to: paths.admin({ tab: 'account' }), label: 'Your account' },
  { to: paths.admin({ tab: 'help' }), label: 'Help' },
];

/** The ways from a page that stands alone; they need a signal. */
export function OtherPages({ isColumn = false }: { isColumn?: boolean }) {
  return (
    <nav
      aria-label="Other pages"
      className={isColumn ? 'grid justify-items-start' : 'flex flex-wrap gap-x-4'}
    >
      {PAGES.map(({ to, label }) => (
        <a
          key={to}
          href={to}
          className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
