import type { ConfigReply } from '#contract/config.ts';
import { isTestPayments } from '#web/api/site/payment-mode.ts';

/** So that nobody mistakes a demo for a real shop, or types a real card into it. */
export function TestPaymentsBanner({ payments }: { payments: ConfigReply['payments'] }) {
  if (!isTestPayments(payments)) return null;
  return (
    <aside
      aria-label="Test payments"
      className="bg-mango px-4 py-1.5 text-center text-sm text-on-mango"
    >
      <strong>Test payments:</strong> no real card is charged. Use{' '}
      <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span>.
    </aside>
  );
}
