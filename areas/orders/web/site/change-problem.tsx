import { useConfig } from '#areas/business/web/page-data.ts';
import type { ReactNode } from 'react';
import type { BlockedReply } from '#areas/order-book/calls/order-change.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import {
  nameOfCell,
  readRefusedMeals,
  type RefusedMeal,
  soldOutMeals,
} from '#areas/checkout/web/site/refused-meals-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { DELIVERY_IDS } from '#areas/checkout/web/site/delivery-section.tsx';

export type WaysOn = {
  token: string;
  /** As the table has it, to find the cell of a meal that was refused. */
  order: Pick<PreparedOrder, 'orderItems' | 'people'>;
  nameOf: (mealId: number) => string | undefined;
  onReload: () => void;
  onRetry: () => void;
  onShowCell: (cell: NonNullable<RefusedMeal['cell']>) => void;
  /** To an element of the page. */
  onShow: (id: string) => void;
};

type Refusal = { code: string | null; message: string };

function conflictIn(problem: Error | BlockedReply): Refusal {
  if (!(problem instanceof Error)) return problem;
  const reply = problem instanceof ApiError ? problem.reply : null;
  return { code: reply?.code ?? null, message: describeFailure(problem) };
}

/** Those for which it can be said whose they are. */
function refusedIn(
  problem: Error | BlockedReply,
  { order, nameOf }: Pick<WaysOn, 'order' | 'nameOf'>,
): RefusedMeal[] {
  if (problem instanceof Error) return readRefusedMeals(problem, order, nameOf) ?? [];
  return soldOutMeals(problem.meals ?? [], order, nameOf);
}

export function ChangeProblem({ problem, ...ways }: WaysOn & { problem: Error | BlockedReply }) {
  const { code, message } = conflictIn(problem);
  const refused = refusedIn(problem, ways);
  if (refused.length > 0)
    return <RefusedMeals meals={refused} title={titleOfProblem(code)} {...ways} />;
  const fields = problem instanceof ApiError ? problem.reply?.fields : undefined;
  if (fields) return <WrongFields fields={fields} {...ways} />;
  return (
    <Frame title={titleOfProblem(code)}>
      <p>{message}</p>
      <WayOn code={code} {...ways} />
    </Frame>
  );
}

function WayOn({ code, token, onReload, onRetry, onShow }: WaysOn & { code: string | null }) {
  const kept = <KeptOrder />;
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
    case 'food_questions':
      return (
        <>
          {kept}
          <Action onClick={() => onShow(CHANGE_PARTS.questions)}>Answer the question</Action>
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

function KeptOrder() {
  return <p>Everything you’ve chosen is still here. Nothing was charged.</p>;
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

function RefusedMeals({
  meals,
  title,
  onShowCell,
}: WaysOn & { meals: readonly RefusedMeal[]; title: string }) {
  const { business } = useConfig();
  return (
    <Frame title={title}>
      <ul className="grid gap-3">
        {meals.map(({ words, cell }, index) => (
          <li key={index} className="grid justify-items-start gap-1">
            {words}
            {cell && <Action onClick={() => onShowCell(cell)}>{nameOfCell(cell, business)}</Action>}
          </li>
        ))}
      </ul>
      <KeptOrder />
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
  questions: 'change-questions',
  details: 'change-details',
  recipient: 'change-recipient',
  cancel: 'change-cancel',
};

/** `field` is a path in the change, such as `customer.phone`. */
function partOf(field: string): string {
  if (field.startsWith('customer')) return CHANGE_PARTS.details;
  if (field.startsWith('recipient')) return CHANGE_PARTS.recipient;
  if (field.startsWith('people')) return CHANGE_PARTS.people;
  if (field.startsWith('foodAnswers')) return CHANGE_PARTS.questions;
  return field === 'deliveryType' ? DELIVERY_IDS.type : CHANGE_PARTS.meals;
}

/** `code` is that of the refusal, if it has one. */
function titleOfProblem(code: string | null): string {
  switch (code) {
    case 'past_cutoff':
      return 'Changes have closed';
    case 'sale_closed':
      return 'We’re not taking orders right now';
    case 'slot_full':
      return 'That window is full';
    case 'order_changed':
      return 'Your order has changed since you opened this page';
    case 'quote_changed':
      return 'The price has changed';
    case 'meal_unavailable':
      return 'A meal is no longer available';
    case 'meal_sold_out':
      return 'A meal has just sold out';
    case 'food_questions':
      return 'One question about your note';
    case 'allergen_clash':
    case 'will_not_keep':
      return 'Check your change';
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
