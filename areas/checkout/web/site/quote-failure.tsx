import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import {
  readRefusedMeals,
  type RefusedMeal,
} from '#areas/checkout/web/site/refused-meals-queries.ts';
import { RefusedMealList } from '#areas/checkout/web/refused-meal-list.tsx';
import { similarMeals } from '#areas/menu/rules/similar-meals.ts';
import { mealRuleFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { mealAt } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { mealsThatSuit } from '#areas/checkout/web/site/order-meals/offered-meals.ts';
import { useOrder, stepForField, type Step, STEP_TITLES } from './order-context.tsx';

type QuoteFailureProps = {
  error: Error;
  order: PreparedOrder;
  retrying: boolean;
  onRetry: () => void;
};

export function QuoteFailure({ error, order, retrying, onRetry }: QuoteFailureProps) {
  const { goTo, menu } = useOrder();
  const refused = readRefusedMeals(error, order, (id) => menu.find(id)?.name);
  if (refused) return <RefusedMeals meals={refused} />;
  const fields = error instanceof ApiError ? error.reply?.fields : undefined;
  if (!fields || Object.keys(fields).length === 0) {
    return (
      <ErrorState
        title="We couldn’t price your order"
        message={describeFailure(error)}
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  }
  const byStep = Map.groupBy(Object.entries(fields), ([field]) => stepForField(field));
  return [...byStep].map(([step, problems]) => (
    <Notice key={step} tone="error" title="Check your order" announce="now">
      <ul className="list-disc pl-5">
        {[...new Set(problems.map(([, message]) => message))].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <FixButton step={step} onGo={() => goTo(step)} />
    </Notice>
  ));
}

function RefusedMeals({ meals }: { meals: readonly RefusedMeal[] }) {
  const { facts } = useOrder();
  return (
    <Notice tone="error" title="Check your order" announce="now">
      <RefusedMealList meals={meals} after={(meal) => <NearMeals refused={meal} />} />
      <p>Choose another meal, or please call us: {facts.phone}.</p>
    </Notice>
  );
}

/** Up to three that suit this person that day, nearest in energy: one tap puts it on the plate, and the price follows. */
function NearMeals({ refused: { cell, mealId } }: { refused: RefusedMeal }) {
  const order = useOrder();
  const person = order.draft.people[cell?.personIndex ?? -1];
  const meal = order.menu.find(mealId ?? 0);
  if (!cell || !person || !meal) return null;
  const at = { date: cell.date, mealType: cell.mealType };
  const rule = mealRuleFor(order.draft, order.facts, { left: portionsInWeek(order.week.days) });
  const suiting = mealsThatSuit({ menu: order.menu, rule }, person, at);
  const near = similarMeals(meal, suiting, NEAR_MEALS);
  if (near.length === 0) return null;
  const isFirst = mealAt(person, at)?.mealId === mealId;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span>Instead:</span>
      {near.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          size="small"
          onClick={() =>
            order.dispatch({
              type: 'meal placed',
              people: [cell.personIndex],
              cell: at,
              mealId: id,
              helping: isFirst ? 'first' : 'second',
            })
          }
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

const NEAR_MEALS = 3;

function FixButton({ step, onGo }: { step: Step; onGo: () => void }) {
  return (
    <div>
      <Button size="small" onClick={onGo}>
        Go to {STEP_TITLES[step - 1]}
      </Button>
    </div>
  );
}
