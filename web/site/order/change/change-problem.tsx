import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BlockedReply } from '#contract/ordering/order-change.ts';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import { ApiError, describeFailure } from '#web/api/api-error.ts';
import { readRefusedMeals, type RefusedMeal } from '#web/api/site/refused-meals.ts';
import { paths } from '#web/navigation/paths.ts';
import { Button, buttonClass } from '#web/ui/form/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DELIVERY_IDS } from '../delivery/delivery-section.tsx';

export type WaysOn = {
  token: string;
  /** As the table has it, to find the cell of a meal that was refused. */
  order: Pick<PreparedOrder, 'orderItems' | 'people'>;
  /** Loads the order again and keeps what was chosen. */
  onReload: () => void;
  onRetry: () => void;
  onShowCell: (cell: NonNullable<RefusedMeal['cell']>) => void;
  /** To an element of the page. */
  onShow: (id: string) => void;
};

type Refusal = { code: string | null; message: string };

function refusalOf(problem: Error | BlockedReply): Refusal {
  if (!(problem instanceof Error)) return problem;
  const reply = problem instanceof ApiError ? problem.reply : null;
  return { code: reply?.code ?? null, message: describeFailure(problem) };
}

/** Why the change can't be made so, and what can be done about it. What was chosen stays. */
export function ChangeProblem({ problem, ...ways }: WaysOn & { problem: Error | BlockedReply }) {
  const refused = problem instanceof Error ? readRefusedMeals(problem, ways.order) : null;
  if (refused) return <RefusedMeals meals={refused} {...ways} />;
  const fields = problem instanceof ApiError ? problem.reply?.fields : undefined;
  if (fields) return <WrongFields fields={fields} {...ways} />;
  const { code, message } = refusalOf(problem);
  return (
    <Frame title={titleOf(code)}>
      <p>{message}</p>
      <WayOn code={code} {...ways} />
    </Frame>
  );
}

function titleOf(code: string | null): string {
  switch (code) {
    case 'past_cutoff':
      return 'Changes have closed';
    case 'slot_full':
      return 'That window is full';
    case 'order_changed':
      return 'Your order has changed since you opened this page';
    case 'quote_changed':
      return 'The price has changed';
    case 'meal_unavailable':
      return 'A meal is no longer available';
    case 'payment_in_progress':
      return 'A payment is still being processed';
    case 'dispute_open':
      return 'This order can’t be changed right now';
    case 'hold_ended':
      return 'Your time to pay has run out';
    default:
      return 'We couldn’t change your order';
  }
}

function WayOn({ code, token, onReload, onRetry, onShow }: WaysOn & { code: string | null }) {
  const kept = <p>Everything you’ve chosen is still here. Nothing was charged.</p>;
  switch (code) {
    case 'past_cutoff':
    case 'dispute_open':
      return (
        <>
          <p>Nothing was changed or charged.</p>
          <Link to={paths.tracking(token)} className={buttonClass('secondary', 'small')}>
            Back to your order
          </Link>
        </>
      );
    case 'order_changed':
      return (
        <>
          <p>We can load it again and keep what you’ve chosen.</p>
          <Action onClick={onReload}>Load it again</Action>
        </>
      );
    case 'slot_full':
      return (
        <>
          {kept}
          <Action onClick={() => onShow(DELIVERY_IDS.window)}>Choose another window</Action>
        </>
      );
    default:
      return (
        <>
          {kept}
          <Action onClick={onRetry}>
            {code === 'quote_changed' ? 'See the new price' : 'Try again'}
          </Action>
        </>
      );
  }
}

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" size="small" className="justify-self-start" onClick={onClick}>
      {children}
    </Button>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Notice tone="warning" title={title} announce="now">
      {children}
    </Notice>
  );
}

/** Meals that are not for the person or the day, each with the way to its cell. */
function RefusedMeals({ meals, onShowCell }: WaysOn & { meals: readonly RefusedMeal[] }) {
  return (
    <Frame title="Check your change">
      <ul className="grid gap-3">
        {meals.map(({ words, cell }, index) => (
          <li key={index} className="grid justify-items-start gap-1">
            {words}
            {cell && <Action onClick={() => onShowCell(cell)}>{cell.name}</Action>}
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function WrongFields({ fields, onShow }: WaysOn & { fields: Record<string, string> }) {
  const [first = ''] = Object.keys(fields);
  return (
    <Frame title="Check your change">
      <ul className="list-disc pl-5">
        {[...new Set(Object.values(fields))].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Action onClick={() => onShow(partOf(first))}>Show me</Action>
    </Frame>
  );
}

/** The parts of the page, for links that lead there. */
export const CHANGE_PARTS = {
  meals: 'change-meals',
  people: 'change-people',
  details: 'change-details',
  cancel: 'change-cancel',
};

/** `field` is a path in the change, such as `customer.phone`. */
function partOf(field: string): string {
  if (field.startsWith('customer')) return CHANGE_PARTS.details;
  if (field.startsWith('people')) return CHANGE_PARTS.people;
  return field === 'deliveryType' ? DELIVERY_IDS.type : CHANGE_PARTS.meals;
}
