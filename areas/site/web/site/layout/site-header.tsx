import { useLocation } from '#platform/web/navigation/address.ts';
import { currentIn } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { siteLinks } from '#platform/web/navigation/site-links.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Logo } from './page-frame.tsx';

const LINK_CLASS =
  'rounded-full whitespace-nowrap px-2.5 py-2 lg:px-4 font-semibold underline-offset-8 hover:underline ' +
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

export function SiteHeader({ businessName }: { businessName: string }) {
  const { pathname } = useLocation();
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:px-6">
        <Logo name={businessName} />
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {siteLinks.map(({ to, label }) => (
            <a key={to} href={to} aria-current={currentIn(pathname, to)} className={LINK_CLASS}>
              {label}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-1">
          <a href={paths.order()} className={buttonClass('primary', 'small')}>
            Order Now
          </a>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

const MOBILE_MENU_LINK_CLASS =
  'block rounded-xl px-4 py-3 text-lg font-semibold hover:bg-primary-soft aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

/** A popover: it opens, and closes with Escape or a tap outside, without any script; the page behind a link has its own. */
function MobileMenu() {
  const { pathname } = useLocation();
  return (
    <>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label="Menu"
        className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunken md:hidden"
      >
        <svg viewBox="0 0 24 24" className="size-7" aria-hidden="true">
          <path
            d="M4 7h16M4 12h16M4 17h16"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      </button>
      <nav
        id="site-menu"
        popover="auto"
        aria-label="Site"
        className="inset-x-3 top-auto bottom-3 m-0 w-auto rounded-3xl border border-line bg-surface p-3 text-ink shadow-raised backdrop:bg-[rgb(10_22_17/0.35)] md:hidden"
      >
        <ul>
          <li>
            <a
              href={paths.home()}
              aria-current={currentIn(pathname, paths.home())}
              className={MOBILE_MENU_LINK_CLASS}
            >
              Home
            </a>
          </li>
          {siteLinks.map(({ to, label }) => (
            <li key={to}>
              <a
                href={to}
                aria-current={currentIn(pathname, to)}
                className={MOBILE_MENU_LINK_CLASS}
              >
                {label}
              </a>
            </li>
          ))}
          <li>
            <a
              href={paths.order()}
              aria-current={currentIn(pathname, paths.order())}
              className={MOBILE_MENU_LINK_CLASS}
            >
              Order Now
            </a>
          </li>
        </ul>
      </nav>
    </>
  );
}
