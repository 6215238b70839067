import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { type Cents, formatDollars } from '#platform/rules/money.ts';
import { effectiveDeliveryType } from '#areas/order-book/rules/meal-dates.ts';
import { deliveryModeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { priceDraft } from '#areas/order-book/rules/order-pricing.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { deliveriesOf } from '#areas/checkout/web/site/deliveries.ts';
import { totalsOf } from '#areas/checkout/web/site/order-menu.ts';
import type { FoodAnswer, FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import type { NoteToRead } from '#areas/needs/rules/gate/open-questions.ts';
import { useOpenQuestions } from '#areas/needs/web/use-open-questions.ts';

/** The button's action, or the id of the form it submits. */
export type ContinueWay =
  | { onContinue: () => void; continueForm?: never }
  | { continueForm: string; onContinue?: never };

/** Why the customer cannot go on, with the id of the element where it can be put right. */
export type Blocker = { message: string; at?: string };

type OrderBarProps = {
  /** What was done last: in the bar, whose height follows what it says. */
  above?: ReactNode;
  /** Beside the way on; on a phone in place of the total, which is nothing yet. */
  beside?: ReactNode;
  blockers?: readonly Blocker[];
  warning?: Blocker | null;
  continueLabel?: string;
  quoted?: { totalCents: Cents; deliveryCents: Cents };
} & ContinueWay;

/** The total and the continue button: at the foot of a phone, beside the step on a wide screen. */
export function OrderBar({
  blockers = [],
  warning,
  continueLabel = 'Continue',
  quoted,
  beside,
  above,
  onContinue,
  continueForm,
}: OrderBarProps) {
  const reasonsId = useId();
  const reasons = blockers.length > 0 ? blockers : warning ? [warning] : [];
  return (
    <aside
      aria-label="Your order"
      data-order-bar=""
      className="fixed inset-x-0 bottom-0 z-20 grid border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-raised *:min-w-0 beside:sticky beside:inset-auto beside:top-6 beside:gap-4 beside:self-start beside:rounded-3xl beside:border beside:p-6 beside:shadow-card"
    >
      <OrderSoFar />
      {above}
      <div className="group mx-auto flex w-full max-w-7xl items-center justify-between gap-3 max-[19rem]:flex-wrap sm:px-2 beside:flex-col beside:items-stretch beside:border-t beside:border-line beside:px-0 beside:pt-4">
        <div className="min-w-0">
          <Total quoted={quoted} hasReasons={reasons.length > 0} />
          <Reasons id={reasonsId} reasons={reasons} />
        </div>
        {beside}
        <Button
          type={continueForm ? 'submit' : 'button'}
          form={continueForm}
          disabled={blockers.length > 0}
          aria-describedby={reasons.length > 0 ? reasonsId : undefined}
          onClick={onContinue}
          className="shrink-0 max-beside:px-4"
        >
          {continueLabel}
        </Button>
      </div>
    </aside>
  );
}

/** On a phone the first takes the line of the delivery, so that the bar keeps its height; the others follow it. */
export function Reasons({ id, reasons }: { id: string; reasons: readonly Blocker[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul id={id} className="text-sm leading-tight text-warning *:not-first:max-beside:sr-only">
      {reasons.map((reason) => (
        <li key={reason.message}>
          <BlockerLink {...reason} />
        </li>
      ))}
    </ul>
  );
}

function BlockerLink({ message, at }: Blocker) {
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
      className="-my-2.5 inline-flex min-h-11 items-center underline beside:my-0 beside:min-h-8"
    >
      {message}
    </a>
  );
}

const CONTROLS = 'button, input, select, textarea';

function Total({ quoted, hasReasons }: Pick<OrderBarProps, 'quoted'> & { hasReasons: boolean }) {
  const { draft, facts, menu } = useOrder();
  const price = priceDraft(draft, menu.priceCentsOf, facts);
  const { totalCents, deliveryCents } = quoted ?? {
    ...price,
    deliveryCents: price.deliveryFeeCents,
  };
  const feeOf = { daily: facts.dailyFeeCents, weekly: facts.weeklyFeeCents };
  const cheapestCents = Math.min(...offeredDeliveryTypes(facts).map((type) => feeOf[type]));
  const mode = deliveryModeOfDraft(draft, facts);
  const isOpen = mode === 'choice' && effectiveDeliveryType(mode, draft.deliveryType) === null;
  const delivery: ReactNode =
    mealCount(draft.people) === 0
      ? `+ delivery from ${formatDollars(cheapestCents)}`
      : `incl. ${formatDollars(deliveryCents)} ${isOpen ? 'weekly delivery' : 'delivery'}`;
  return (
    <p
      aria-live="polite"
      aria-atomic="true"
      className="grid leading-tight max-sm:group-has-data-same-again:sr-only"
    >
      <span className="text-xl font-semibold tabular-nums">
        <span className="sr-only beside:not-sr-only beside:text-base">Total </span>
        {formatDollars(totalCents)}
      </span>
      <span
        className={classNames(
          'text-sm text-ink-soft tabular-nums',
          hasReasons && 'max-beside:sr-only',
        )}
      >
        {delivery}
      </span>
    </p>
  );
}

function OrderSoFar() {
  const { draft, facts, menu } = useOrder();
  const deliveries = deliveriesOf(draft, facts);
  const [first, ...others] = deliveries;
  return (
    <div className="hidden min-w-0 gap-3 beside:grid">
      <h2 className="text-lg">Your table</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {draft.people.map((person, index) => {
          const { meals, priceCents } = totalsOf(person.mealAssignments, menu);
          return (
            // People have no id: their position identifies them.
            <li key={index} className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{person.name || `Person ${index + 1}`}</span>
              <span className="shrink-0 text-ink-soft tabular-nums">
                {meals === 1 ? '1 meal' : `${meals} meals`} · {formatDollars(priceCents)}
              </span>
            </li>
          );
        })}
      </ul>
      {first && (
        <p className="text-sm text-ink-soft">
          {others.length === 0
            ? `Arrives ${formatDayAndMonth(first.date)}, ${windowLabel(first.window)}`
            : `${deliveries.length} deliveries, first on ${formatDayAndMonth(first.date)}`}
        </p>
      )}
    </div>
  );
}

/** What is written in an order for driver and kitchen. */
export function textsToRead({ customer, people }: OrderDraft): NoteToRead[] {
  const notes = people.map(({ name, note }) => ({ text: note, about: name }));
  return [{ text: customer.specialInstructions, about: null }, ...notes];
}

/** The questions that these texts of the order raise, one list for each, and what their buttons do. */
export function useOrderQuestions(
  texts: readonly NoteToRead[],
  before?: Parameters<typeof useOpenQuestions>[3],
) {
  const { draft, dispatch, facts, menu } = useOrder();
  const { people, foodAnswers = [] } = draft;
  const questions = useOpenQuestions(texts, people, foodAnswers, before);

  function onLeaveOut(name: string, { allergens, words }: FoodQuestion) {
    const index = people.findIndex((person) => person.name === name);
    const person = people[index];
    if (!person) return;
    const changes = unitedNeeds(person, { allergens, avoid: words });
    dispatch({ type: 'food needs changed', index, changes, menu });
  }

  return {
    questions,
    ways: {
      names: people.map(({ name }) => name),
      phone: facts.phone,
      onLeaveOut,
      onAnswer: (answer: FoodAnswer) => dispatch({ type: 'food question answered', answer }),
    },
  };
}

/** "Answer the question about Zoe’s note": going on leads to it. Null: none that holds. */
export function questionToAnswer(
  texts: readonly Pick<NoteToRead, 'about'>[],
  questions: readonly (readonly FoodQuestion[])[],
  idOf: (index: number) => string,
): Required<Blocker> | null {
  const index = questions.findIndex((ofText) => ofText.some(({ holds }) => holds));
  if (index === -1) return null;
  const about = texts[index]?.about ?? null;
  const whose = about === null ? 'your instructions' : `${about}’s note`;
  return { message: `Answer the question about ${whose}`, at: idOf(index) };
}
