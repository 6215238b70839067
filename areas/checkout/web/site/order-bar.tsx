import { type MouseEvent, type ReactNode, useId } from 'react';
import { type Cents, formatDollars } from '#platform/rules/money.ts';
import { effectiveDeliveryType } from '#areas/order-book/rules/delivery-mode.ts';
import { deliveryModeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { priceDraft } from '#areas/order-book/rules/prepared-order.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import { OrderSoFar } from './order-so-far.tsx';

/** The button's action, or the id of the form it submits. */
export type ContinueWay =
  | { onContinue: () => void; continueForm?: never }
  | { continueForm: string; onContinue?: never };

/** Why the customer cannot go on, with the id of the element where it can be put right. */
export type Blocker = { message: string; at?: string };

type OrderBarProps = {
  blockers?: readonly Blocker[];
  warning?: Blocker | null;
  /** Shown above the total. */
  note?: ReactNode;
  continueLabel?: string;
  quoted?: { totalCents: Cents; deliveryCents: Cents };
} & ContinueWay;

/** The total and the continue button: at the foot of a phone, beside the step on a wide screen. */
export function OrderBar({
  blockers = [],
  warning,
  note,
  continueLabel = 'Continue',
  quoted,
  onContinue,
  continueForm,
}: OrderBarProps) {
  const reasonsId = useId();
  const reasons = blockers.length > 0 ? blockers : warning ? [warning] : [];
  return (
    <aside
      aria-label="Your order"
      data-order-bar=""
      className="fixed inset-x-0 bottom-0 z-20 grid gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-raised lg:sticky lg:inset-auto lg:top-6 lg:gap-4 lg:self-start lg:rounded-3xl lg:border lg:p-6 lg:shadow-card"
    >
      <OrderSoFar />
      {note}
      {reasons.length > 0 && (
        <ul id={reasonsId} className="text-sm text-warning max-lg:text-center lg:order-1">
          {reasons.map((reason) => (
            <li key={reason.message}>
              <BlockerLink {...reason} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-center justify-between gap-3 lg:flex-col lg:items-stretch lg:border-t lg:border-line lg:pt-4">
        <Total quoted={quoted} />
        <Button
          type={continueForm ? 'submit' : 'button'}
          form={continueForm}
          disabled={blockers.length > 0}
          aria-describedby={reasons.length > 0 ? reasonsId : undefined}
          onClick={onContinue}
          className="shrink-0 max-lg:px-4"
        >
          {continueLabel}
        </Button>
      </div>
    </aside>
  );
}

/** Why not, leading to where it can be put right. */
export function BlockerLink({ message, at }: Blocker) {
  if (at === undefined) return message;
  function go(event: MouseEvent) {
    const place = document.getElementById(at ?? '');
    if (!place) return;
    event.preventDefault();
    place.scrollIntoView({ block: 'center' });
    const control = place.querySelector<HTMLElement>(CONTROLS);
    (place.matches(CONTROLS) || !control ? place : control).focus({ preventScroll: true });
  }
  return (
    <a
      href={`#${at}`}
      onClick={go}
      className="inline-flex min-h-11 items-center underline sm:min-h-8"
    >
      {message}
    </a>
  );
}

const CONTROLS = 'button, input, select, textarea';

function Total({ quoted }: Pick<OrderBarProps, 'quoted'>) {
  const { draft, facts, menu } = useOrder();
  const price = priceDraft(draft, menu.priceCentsOf, facts);
  const { totalCents, deliveryCents } = quoted ?? {
    ...price,
    deliveryCents: price.deliveryFeeCents,
  };
  const cheapestCents = Math.min(facts.dailyFeeCents, facts.weeklyFeeCents);
  const mode = deliveryModeOfDraft(draft, facts);
  const isOpen = mode === 'choice' && effectiveDeliveryType(mode, draft.deliveryType) === null;
  const delivery: ReactNode =
    mealCount(draft.people) === 0
      ? `+ delivery from ${formatDollars(cheapestCents)}`
      : `incl. ${formatDollars(deliveryCents)} ${isOpen ? 'weekly delivery' : 'delivery'}`;
  return (
    <p aria-live="polite" aria-atomic="true" className="grid leading-tight">
      <span className="text-xl font-semibold tabular-nums">
        <span className="sr-only lg:not-sr-only lg:text-base">Total </span>
        {formatDollars(totalCents)}
      </span>
      <span className="text-sm text-ink-soft tabular-nums">{delivery}</span>
    </p>
  );
}
