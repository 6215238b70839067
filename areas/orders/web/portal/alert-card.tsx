import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { describeNeeds, describePortions, describeReasons } from './describe-alert.ts';
import { SettleActions } from './settle-actions.tsx';

const VARIANTS = { stop: 'destructive', look: 'secondary', tell: 'outline' } as const;

/** One person, and what can be done for them. */
export function AlertCard({ alert, mealName }: { alert: RecipeAlertReply; mealName: string }) {
  const { kind, personName, customerName, phone, note, instructions } = alert;
  const needs = describeNeeds(alert);
  const maySettle = useMayDo('settleRecipeAlerts');
  const shownPhone = formatPhone(phone);
  return (
    <Card as="li" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={VARIANTS[kind]}>{kind.toUpperCase()}</Badge>
        <h4 className="font-semibold break-words">
          {personName}
          {needs !== '' && ` (${needs})`}
        </h4>
      </div>
      {alert.isSevere && <p className="font-semibold text-danger">Severe: call first.</p>}
      <ul className="grid gap-1">
        {describeReasons(alert).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {[note, instructions].filter(Boolean).map((words) => (
        <p key={words} className="break-words text-ink-soft">
          “{words}”
        </p>
      ))}
      <div className="text-sm">
        <p className="break-words">
          {customerName}, <OrderLink id={alert.orderId} orderNumber={alert.orderNumber} />
        </p>
        <p>
          <a
            href={paths.phone(shownPhone)}
            className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline underline-offset-4"
          >
            {shownPhone}
          </a>
        </p>
        <p className="text-ink-soft">{describePortions(alert)}</p>
      </div>
      {maySettle && <SettleActions alert={alert} mealName={mealName} />}
    </Card>
  );
}
