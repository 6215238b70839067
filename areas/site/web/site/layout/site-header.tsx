import { useLocation } from '#platform/web/navigation/address.ts';
import { currentIn } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { siteLinks } from '#platform/web/navigation/site-links.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';

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
