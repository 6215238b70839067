import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { cardPaymentsQuery } from './use-card-payments.ts';
import type { TopUpPayment } from './owed-card.tsx';
import { UNKNOWN_RESULT } from './use-payment-result.ts';

/** Back from the bank's page, the gateway is asked for the result, whatever the address says. */
export function useReturnFromBank(
  onPaid: (payment: TopUpPayment) => void,
  onFailed?: (message: string) => void,
) {
  const { payments } = useConfig();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const paymentIntentId = search.get('payment_intent');
  const clientSecret = search.get('payment_intent_client_secret');
  const client = useQueryClient();
  const isBack = paymentIntentId !== null && clientSecret !== null;
  useEffect(() => {
    if (!isBack) return;
    const payment = { paymentIntentId, clientSecret };
    const fail = (message: string) => {
      setProblem(message);
      onFailed?.(message);
    };
    void (async () => {
      try {
        const gateway = await client.fetchQuery(cardPaymentsQuery(payments));
        const result = await gateway.retrieve(payment);
        if (result.outcome === 'failed') fail(result.message);
        else if (result.outcome !== 'leaving') onPaid(payment);
      } catch {
        fail(UNKNOWN_RESULT);
      }
      // The secret leaves the address bar, so a reload does not ask again.
      void navigate({ search: '', hash: '#pay' }, { replace: true });
    })();
  }, [isBack, paymentIntentId, clientSecret, client, payments, navigate, onPaid, onFailed]);
  return { isChecking: isBack, problem };
}
