import { useConfig } from '#web/api/page-data.ts';
import { paths } from './paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** For a page that is nothing without scripts: says so, and how to go on. `what`: "Ordering online". */
export function NeedsScripts({ what }: { what: string }) {
  const { phone } = useConfig().business;
  return (
    <noscript>
      <Notice tone="warning" title={`${what} needs JavaScript, which is off in this browser.`}>
        <p>
          Switch it on and reload the page, or call us on <a href={paths.phone(phone)}>{phone}</a>.
        </p>
      </Notice>
    </noscript>
  );
}
