import type { BellsReply } from '#areas/checkout/calls/slot-bells.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { LinkPage } from '#areas/business/web/link-page.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  bellsQuery,
  sendConfirmBells,
  sendStopBells,
} from '#areas/checkout/web/site/refused-meals-queries.ts';
import { useParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

const STATE_WORDS: Record<BellsReply['bells'][number]['state'], string> = {
  asked: 'not confirmed yet',
  confirmed: 'we’ll email you once if a place comes free',
  told: 'a place came free, and goes to whoever orders first',
  used: 'you have ordered for it',
  over: 'we don’t email you about it',
};

export function BellPage() {
  const { token = '' } = useParams();
  const { business } = useConfig();
  return (
    <LinkPage
      title="When a place comes free"
      token={token}
      query={bellsQuery(token)}
      unknown={
        <Notice tone="warning" title="This link has expired">
          <p>Orders for that week have closed, or the link is incomplete.</p>
        </Notice>
      }
    >
      {({ bells }, change) => {
        const has = (...states: string[]) => bells.some(({ state }) => states.includes(state));
        return (
          <>
            <ul className="grid gap-2" aria-live="polite">
              {bells.map(({ date, window, state }) => (
                <li key={`${date} ${window} ${state}`}>
                  <strong>
                    {formatDate(date)}, {windowWithName(business, window)}
                  </strong>
                  : {STATE_WORDS[state]}
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap gap-2">
              {has('asked') && (
                <Button
                  busy={change.isBusy}
                  onClick={() => change.run(() => sendConfirmBells(token))}
                >
                  Yes, tell me
                </Button>
              )}
              {has('asked', 'confirmed') && (
                <Button
                  variant="secondary"
                  busy={change.isBusy}
                  onClick={() => change.run(() => sendStopBells(token))}
                >
                  Don’t tell me
                </Button>
              )}
              {has('told') && (
                <Link to={paths.order({ step: 2 })} className={buttonClass('primary')}>
                  Order
                </Link>
              )}
            </div>
          </>
        );
      }}
    </LinkPage>
  );
}
