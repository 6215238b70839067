import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

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
