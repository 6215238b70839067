import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

export function NotFoundPage() {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-20 text-center">
      <EmptyPlate />
      <PageHeading className="text-2xl">404 Page Not Found</PageHeading>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <div className="flex flex-wrap justify-center gap-3">
        <a href={paths.home()} className={buttonClass('primary')}>
          Home
        </a>
        <a href={paths.menu()} className={buttonClass('secondary')}>
          Menu
        </a>
        <a href={paths.order()} className={buttonClass('secondary')}>
          Order Now
        </a>
      </div>
    </div>
  );
}

function EmptyPlate() {
  return (
    <svg viewBox="0 0 200 200" className="size-40" aria-hidden="true">
      <circle cx="100" cy="100" r="94" fill="#fffaf0" stroke="#dccaa6" strokeWidth="2" />
      <circle cx="100" cy="100" r="70" fill="#f7eedb" stroke="#dccaa6" strokeWidth="2" />
      <g fill="#c9b48a">
        <circle cx="84" cy="108" r="3" />
        <circle cx="118" cy="88" r="2.5" />
        <circle cx="104" cy="124" r="2" />
      </g>
    </svg>
  );
}
