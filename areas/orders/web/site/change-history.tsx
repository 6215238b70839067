import { lazy, Suspense } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { useLocation } from '#platform/web/navigation/address.ts';

/** The parameter with which the change page leads here. */
export const JUST_CHANGED = 'changed';

type Change = TrackedOrderReply['changes'][number];

type ChangeHistoryProps = {
  /** Undefined in what this device kept, or another process said, before the release that tells of them. */
  changes: readonly Change[] | undefined;
};

export function ChangeHistory({ changes = [] }: ChangeHistoryProps) {
  const formatInstant = useFormatInstant();
  if (changes.length === 0) return null;
  return (
    <section aria-label="Changes" className="grid gap-3">
      <h3 className="text-lg">Changes</h3>
      <ul className="grid gap-2">
        {changes.toReversed().map((change) => (
          <li key={change.at + change.what.join()} className="wrap-anywhere">
            <span className="text-ink-soft">{`${whoText(change)} ${formatInstant(change.at)}: `}</span>
            {wordsText(change)}
          </li>
        ))}
      </ul>
    </section>
  );
}

// Most people come here for another reason.
const KeptOfOrder = lazy(async () => ({
  default: (await import('#areas/checkout/web/kept-for-next-time.tsx')).KeptOfOrder,
}));

type JustChangedProps = ChangeHistoryProps & Pick<TrackedOrderReply, 'people'> & { token: string };

/** On top, for the customer who comes from changing it. */
export function JustChanged({ changes = [], people, token }: JustChangedProps) {
  const { search } = useLocation();
  const isInBrowser = useIsInBrowser();
  const isJustChanged = isInBrowser && new URLSearchParams(search).has(JUST_CHANGED);
  const last = changes.at(-1);
  if (!isJustChanged || !last || last.isRefused) return null;
  return (
    <Notice tone="success" title="Your order has been changed" announce="polite">
      <p>{wordsText(last)}</p>
      <p>We’re emailing you the new details.</p>
      <Suspense>
        <KeptOfOrder token={token} people={people} />
      </Suspense>
    </Notice>
  );
}

function whoText({ by, isRefused }: Change): string {
  if (isRefused) return 'Not changed';
  return by === 'us' ? 'Changed by us' : 'Changed';
}

function wordsText({ what, paid, refund, isRefused }: Change): string {
  const money = [
    ...(paid === null ? [] : [`${amountInDollars(paid)} paid`]),
    ...(refund === null ? [] : [`${amountInDollars(refund)} refunded`]),
  ];
  const why = isRefused ? ' (your payment came too late)' : '';
  return [...what, ...money].join(', ') + why;
}
