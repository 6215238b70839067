import { useEffect, useRef } from 'react';
import { SameAsLastWeek } from '#areas/checkout/web/same-as-last-week.tsx';
import { ReminderBox } from '#areas/checkout/web/reminder-box.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useLocation } from '#platform/web/navigation/address.ts';

/** Where the link of the reminder leads. */
const HASH = '#again';

export function OrderAgain({ token }: { token: string }) {
  const { hash } = useLocation();
  const { sale } = useConfig();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== HASH) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  return (
    <Card as="section" data-app="" className="grid justify-items-start gap-3">
      <h2 ref={ref} id={HASH.slice(1)} tabIndex={-1} className="text-xl outline-none">
        Next week
      </h2>
      {sale.state === 'open' && (
        <p>
          We put these meals, or others, on the same days of the week that’s open now, with your
          people and your address.
        </p>
      )}
      <SameAsLastWeek token={token} />
      <ReminderBox token={token} />
    </Card>
  );
}
