import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { fetchPhoneOrder } from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  clearOrderDraft,
  type DraftKey,
  type KeptOrder,
  readOrderDraft,
  saveOrderDraft,
} from '#areas/order-book/web/kept-order-draft.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { CallerBar } from './caller-bar.tsx';
import { ChooseCaller } from './choose-caller.tsx';
import { draftOfPhoneOrder } from './known-caller.ts';
import { LinkSent } from './link-sent.tsx';
import { useForCaller } from './use-for-caller.tsx';

const KEY: DraftKey = 'phoneOrderDraft';

type TakePhoneOrderProps = { Wizard: ComponentType<{ forCaller: ForCaller }> };

/** From the call to the link: who calls, the wizard of customers, and what was sent. */
export function TakePhoneOrder({ Wizard }: TakePhoneOrderProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [caller, setCaller] = useState(() => readOrderDraft(KEY));
  const [sent, setSent] = useState<PhoneOrderReply | null>(null);
  const from = search.get('from');

  const start = useCallback(
    (order: KeptOrder) => {
      saveOrderDraft(order, KEY);
      setSent(null);
      setCaller(order);
      void navigate(paths.phoneOrder(), { replace: true });
    },
    [navigate],
  );
  function startOver() {
    clearOrderDraft(KEY);
    setCaller(null);
    setSent(null);
    void navigate(paths.phoneOrder(), { replace: true });
  }
  const forCaller = useForCaller(KEY, (order) => {
    clearOrderDraft(KEY);
    setCaller(null);
    setSent(order);
    void client.invalidateQueries({ queryKey: ['phone-orders'] });
    void navigate(paths.phoneOrder(), { replace: true });
  });

  if (from !== null) return <TakeUpAgain id={from} onStart={start} />;
  if (sent) return <LinkSent order={sent} onAnother={startOver} />;
  if (!caller) return <ChooseCaller onStart={start} />;
  return (
    <>
      <CallerBar customer={caller.draft.customer} onStartOver={startOver} />
      <Wizard key={caller.draft.cartKey} forCaller={forCaller} />
    </>
  );
}

type TakeUpAgainProps = { id: string; onStart: (order: KeptOrder) => void };

/** What was ordered before becomes a new order, whose prices and places are asked for again. */
function TakeUpAgain({ id, onStart }: TakeUpAgainProps) {
  const { business } = useConfig();
  const { data: week } = useQuery(orderingWeekQuery);
  const { data, error, refetch } = useQuery({
    queryKey: ['phone-orders', 'again', id],
    queryFn: () => fetchPhoneOrder(id),
    gcTime: 0,
  });
  useEffect(() => {
    if (data && week) onStart(draftOfPhoneOrder(data.orderData, week.weekStart, business));
  }, [data, onStart, week, business]);
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-10">
      {error ? (
        <ErrorState
          title="We couldn’t load the phone order"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <p role="status">Loading the phone order…</p>
      )}
    </main>
  );
}
