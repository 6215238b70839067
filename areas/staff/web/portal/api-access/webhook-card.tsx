import { useState } from 'react';
import type { WebhookReply, WebhookSecretReply } from '#areas/staff/calls/webhooks.ts';
import {
  FAILING_DAYS,
  WEBHOOK_EVENT_TEXTS,
  type WebhookOffReason,
} from '#platform/rules/webhooks.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookLog } from './webhook-log.tsx';

const OFF_TITLES: Record<WebhookOffReason, string> = {
  failing: `Switched off after ${FAILING_DAYS} days of failures`,
  gone: 'Switched off because the other program answered 410 Gone',
};

type WebhookCardProps = {
  webhook: WebhookReply;
  onSecret: (reply: WebhookSecretReply) => void;
};

export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { id, url, events, isActive, offReason, failingSince, oldSecretUntil } = webhook;
  const [isLogOpen, setLogOpen] = useState(false);
  const formatInstant = useFormatInstant();
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-semibold break-all">{url}</p>
        <Badge variant={isActive ? 'default' : 'outline'}>{isActive ? 'On' : 'Off'}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {events.map((event) => WEBHOOK_EVENT_TEXTS[event]).join(', ')}
      </p>
      {offReason !== null && (
        <Notice tone="warning" title={OFF_TITLES[offReason]}>
          <p>The log says what came back. Switch it on again once the other program works.</p>
        </Notice>
      )}
      {isActive && failingSince !== null && (
        <Notice tone="warning" title={`Failing since ${formatInstant(failingSince)}`}>
          <p>We keep trying. After {FAILING_DAYS} days we switch it off.</p>
        </Notice>
      )}
      {oldSecretUntil !== null && (
        <p className="text-sm text-ink-soft">
          The old secret works until {formatInstant(oldSecretUntil)}.
        </p>
      )}
      <WebhookActions
        webhook={webhook}
        onSecret={onSecret}
        isLogOpen={isLogOpen}
        onToggleLog={() => setLogOpen(!isLogOpen)}
      />
      {isLogOpen && <WebhookLog id={id} isActive={isActive} />}
    </Card>
  );
}
