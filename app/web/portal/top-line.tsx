import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { greetingName, useSignedIn } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Icon, SHELL_ICONS } from './icon.tsx';
import { searchKeys, useOpenSearch } from './search-context.ts';

const FIND = 'Find or do anything';
const TEST_PAYMENTS = 'Test payments, no real card: 4242 4242 4242 4242';

/** In pixels: larger letters leave no room for larger drawings. */
const LINE =
  'sticky top-0 z-20 flex min-h-[52px] items-center border-b border-line bg-ground print:hidden';
const LINK = 'inline-flex min-h-9 items-center rounded-lg px-2.5 font-medium hover:bg-primary-soft';
const ICON =
  'grid size-[44px] max-[22.5rem]:w-[36px] shrink-0 place-items-center rounded-xl hover:bg-primary-soft';

/** The line above every page on a wide screen. Home greets below it and has its own way out. */
export function TopLine({ isHome }: { isHome: boolean }) {
  const openSearch = useOpenSearch();
  return (
    <header data-bar="top" className={`${LINE} gap-4 px-7`}>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openSearch}
        className="flex min-h-8.5 max-w-100 flex-1 items-center gap-2 rounded-lg border border-control bg-surface px-2.5 text-ink-soft pointer-coarse:min-h-11"
      >
        <Icon path={SHELL_ICONS.find} />
        {FIND}
        <kbd className="ml-auto font-sans text-sm font-semibold">{searchKeys()}</kbd>
      </button>
      {useIsTest() && (
        <span
          title={TEST_PAYMENTS}
          className="rounded-full bg-mango-soft px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap text-warning"
        >
          Test payments
        </span>
      )}
      {!isHome && (
        <div className="ml-auto flex min-w-0 items-center">
          <Welcome className="truncate px-2.5 text-ink-soft" />
          <Link to={paths.home()} className={LINK}>
            Home
          </Link>
          <a href={paths.logout()} className={LINK}>
            Logout
          </a>
        </div>
      )}
    </header>
  );
}

/** The line above every page on a phone: which page, and its ways out as drawings. */
export function PhoneLine({ title, isHome }: { title: ReactNode; isHome: boolean }) {
  const openSearch = useOpenSearch();
  return (
    <header data-bar="top" className={`${LINE} gap-0.5 pr-1.5 pl-4`}>
      <div
        className={classNames(
          'min-w-0 flex-1',
          !isHome &&
            '*:first:overflow-x-clip *:first:leading-[1.1] *:first:text-ellipsis *:first:whitespace-nowrap',
        )}
      >
        {title}
        {!isHome && <Welcome className="block truncate text-sm/4 text-ink-soft" />}
      </div>
      {useIsTest() && (
        <span
          role="img"
          title={TEST_PAYMENTS}
          aria-label="Test payments"
          className="mx-1 size-2.5 shrink-0 rounded-full border border-warning bg-mango"
        />
      )}
      <button type="button" aria-label={FIND} onClick={openSearch} className={ICON}>
        <Icon path={SHELL_ICONS.find} />
      </button>
      {!isHome && (
        <>
          <Link to={paths.home()} aria-label="Home" className={ICON}>
            <Icon path={SHELL_ICONS.home} />
          </Link>
          <a href={paths.logout()} aria-label="Logout" className={ICON}>
            <Icon path={SHELL_ICONS.leave} />
          </a>
        </>
      )}
    </header>
  );
}

/** For those whose own page is all that they have: the ways that are left. */
export function FieldLine({ isHome }: { isHome: boolean }) {
  return (
    <header data-bar="top" className={`${LINE} justify-end gap-1 px-2`}>
      {!isHome && <Welcome className="min-w-0 flex-1 truncate px-2 text-ink-soft" />}
      {!isHome && (
        <Link to={paths.home()} className={`${LINK} min-h-11`}>
          Home
        </Link>
      )}
      <Link to={paths.admin({ tab: 'account' })} className={`${LINK} min-h-11`}>
        Your account
      </Link>
      <Link to={paths.admin({ tab: 'help' })} className={`${LINK} min-h-11`}>
        Help
      </Link>
      <a href={paths.logout()} className={`${LINK} min-h-11`}>
        Logout
      </a>
    </header>
  );
}

function Welcome({ className }: { className: string }) {
  return <span className={className}>Welcome, {greetingName(useSignedIn())}</span>;
}

/** So that nobody mistakes a demo for a real shop. The checkout says it in full. */
function useIsTest(): boolean {
  return isTestPayments(useConfig().payments);
}
