import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { SaleLine } from '#areas/business/web/sale-line.tsx';
import { PageFrame, Logo } from '#areas/site/web/site/layout/page-frame.tsx';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { siteLinks } from '#platform/web/navigation/site-links.ts';
import { SuburbCheck } from '#areas/business/web/suburb-check.tsx';
import { useLocation } from '#platform/web/navigation/address.ts';
import { currentIn } from '#platform/web/navigation/link.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

export function SiteLayout({ children }: { children: ReactNode }) {
  const config = useConfig();
  return (
    <PageFrame config={config}>
      <SiteHeader businessName={config.business.name} />
      <SaleLine />
      <main id="content" className="flex-1">
        {children}
      </main>
      <SiteFooter business={config.business} />
    </PageFrame>
  );
}

const LINK_CLASS = 'inline-block py-0.5 underline-offset-4 hover:underline';

function SiteFooter({ business }: { business: ConfigReply['business'] }) {
  const { line } = usePageLines(FRAME_TEXTS);
  return (
    <footer className="print:hidden mt-20 border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr_2fr]">
        <div className="grid content-start gap-2">
          <p className="font-serif text-xl font-semibold">{business.name}</p>
          <p className="text-ink-soft">{business.tagline}</p>
        </div>
        <nav aria-label="Quick links">
          <h2 className="mb-2 text-lg">Quick links</h2>
          <ul className="grid gap-1.5">
            {siteLinks.map(({ to, footerLabel }) => (
              <li key={to}>
                <a href={to} className={LINK_CLASS}>
                  {footerLabel}
                </a>
              </li>
            ))}
            <li>
              <a href={paths.order()} className={LINK_CLASS}>
                Order Now
              </a>
            </li>
          </ul>
        </nav>
        <div>
          <h2 className="mb-2 text-lg">Contact</h2>
          <ul className="grid gap-1.5">
            <li>
              <a href={paths.phone(business.phone)} className={LINK_CLASS}>
                {business.phone}
              </a>
            </li>
            <li>
              <a href={paths.email(business.email)} className={`${LINK_CLASS} wrap-anywhere`}>
                {business.email}
              </a>
            </li>
            <li>{business.location}</li>
          </ul>
        </div>
        <div>
          <h2 className="mb-2 text-lg">Delivery areas</h2>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm tabular-nums">
            {business.suburbs.map(({ name, postcode }) => (
              <li key={name}>
                {name} {postcode}
              </li>
            ))}
          </ul>
          <p className="mt-3 mb-4 text-sm text-ink-soft">{line('footer.area')}</p>
          <SuburbCheck label="Do we deliver to your suburb?" suburbs={business.suburbs} />
        </div>
      </div>
      <div className="flex flex-wrap justify-center gap-x-6 gap-y-1 border-t border-line px-4 py-5 text-sm text-ink-soft">
        <p className="py-0.5">
          © {business.copyrightYear} {business.name}
        </p>
        <a href={paths.findOrder()} className={LINK_CLASS}>
          Find my order
        </a>
        <a href={paths.about()} className={LINK_CLASS}>
          About us
        </a>
        <a href={paths.privacy()} className={LINK_CLASS}>
          Privacy Policy
        </a>
        <a href={paths.thisDevice()} className={LINK_CLASS}>
          On this device
        </a>
        <a href={paths.terms()} className={LINK_CLASS}>
          Terms of Service
        </a>
      </div>
    </footer>
  );
}

const HEADER_LINK_CLASS =
  'rounded-full whitespace-nowrap px-2.5 py-2 lg:px-4 font-semibold underline-offset-8 hover:underline ' +
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

function SiteHeader({ businessName }: { businessName: string }) {
  const { pathname } = useLocation();
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-2 px-4 max-[19rem]:flex-wrap max-[19rem]:py-2 sm:px-6">
        <Logo name={businessName} />
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {siteLinks.map(({ to, label }) => (
            <a
              key={to}
              href={to}
              aria-current={currentIn(pathname, to)}
              className={HEADER_LINK_CLASS}
            >
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
