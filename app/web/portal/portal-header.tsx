import type { ReactNode } from 'react';
import { logoIconUrl } from '#areas/business/rules/logo.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { greetingName, useSignedIn } from '#platform/web/api/session.ts';
import { NavLink } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { tabsFor } from '#app/web/portal/parts.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { paletteKeys, useOpenPalette } from './palette-context.ts';

const LINK_CLASS =
  'inline-flex min-h-11 xl:pointer-fine:min-h-8 items-center rounded-full px-3 text-sm font-semibold whitespace-nowrap hover:bg-primary-soft ' +
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

export function PortalHeader({ heading, alarm }: { heading: string; alarm?: ReactNode }) {
  const staff = useSignedIn();
  const { logo } = useConfig().business;
  const openPalette = useOpenPalette();
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex min-h-16 max-w-7xl flex-wrap items-center justify-between gap-x-6 px-4 py-1.5 sm:px-6 xl:min-h-9 xl:py-0">
        <div className="flex min-w-0 items-center gap-3">
          <img
            src={logo === null ? '/favicon.svg' : logoIconUrl(logo, 96)}
            alt=""
            width="40"
            height="40"
            className="size-9 rounded-md xl:size-7"
          />
          <div className="min-w-0 xl:flex xl:items-baseline xl:gap-3">
            <PageHeading className="text-xl leading-tight">{heading}</PageHeading>
            <p className="truncate text-sm text-ink-soft">Welcome, {greetingName(staff)}</p>
          </div>
        </div>
        {alarm}
        <nav aria-label="Staff" className="-mx-3 flex flex-wrap">
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openPalette}
            className={classNames(LINK_CLASS, 'max-md:hidden')}
          >
            Go to…
            <kbd className="ml-2 rounded border border-line bg-sunken px-1.5 font-sans text-xs text-ink-soft">
              {paletteKeys()}
            </kbd>
          </button>
          {/* Loads the page afresh: the server knows which home is whose. */}
          <a href={paths.home()} className={LINK_CLASS}>
            Home
          </a>
          <NavLink to={paths.admin()} className={LINK_CLASS}>
            {tabsFor(staff.rights).length > 0 ? 'Admin Portal' : 'Your account'}
          </NavLink>
          {staff.rights.includes('seeSlots') && (
            <NavLink to={paths.deliverySlots()} className={LINK_CLASS}>
              Delivery Slots
            </NavLink>
          )}
          {staff.rights.includes('pack') && (
            // Loads the page afresh: what keeps it on the tablet, and the camera, work from its first page on.
            <a href={paths.pack()} className={LINK_CLASS}>
              Pack
            </a>
          )}
          {staff.rights.includes('drive') && (
            // As above, on the phone.
            <a href={paths.drive()} className={LINK_CLASS}>
              Drive
            </a>
          )}
          <a href={paths.publicHome()} className={LINK_CLASS}>
            View public site
          </a>
          <a href={paths.logout()} className={LINK_CLASS}>
            Logout
          </a>
        </nav>
      </div>
    </header>
  );
}
