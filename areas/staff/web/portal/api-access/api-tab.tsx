import { useMayDo } from '#platform/web/api/session.ts';
import { TokensSection } from './tokens-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** Programs of others: what calls us, and what we call. */
export function ApiTab() {
  const mayManageWebhooks = useMayDo('manageWebhooks');
  return (
    <div className="grid gap-12 py-5">
      <TokensSection />
      {mayManageWebhooks && <WebhooksSection />}
    </div>
  );
}
