import { useEffect, useEffectEvent, useLayoutEffect, useReducer } from 'react';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { lazyWithQueries, loadQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { furthestOfMeals } from '#areas/order-book/rules/order-draft.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import {
  type DraftKey,
  readOrderDraft,
  saveOrderDraft,
} from '#areas/order-book/web/kept-order-draft.ts';
import { readBasket, saveBasket } from '#areas/checkout/web/kept-basket.ts';
import { readRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { OrderProvider } from '#areas/checkout/web/site/order-context.tsx';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { orderReducer } from '#areas/checkout/web/site/order-reducer.ts';
import { loadQuestions } from '#areas/checkout/web/site/use-remove-people.ts';
import { nameFieldId } from '#areas/checkout/web/site/person-row.tsx';
import { PeopleStep } from '#areas/checkout/web/site/people-step.tsx';
import { type OrderState, startOrder } from '#areas/checkout/web/site/restore-order.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { orderStep } from '#platform/web/navigation/paths.ts';
import { takeEarlyName } from './early-name.tsx';
import { type Step, stepFrom } from '#areas/checkout/web/site/order-steps.ts';

type OrderWizardProps = {
  facts: BusinessFacts;
  week: OrderingWeekReply;
  menu: OrderMenu;
  onRefreshKitchen: () => void;
  forCaller?: ForCaller | undefined;
  /** The number of an order that another tab has just paid for: this one begins again. */
  ordered?: string | null;
};

// The first step is there sooner without the others; they come with the first touch of it.
const loadMeals = () => import('#areas/checkout/web/site/order-meals/meals-step.tsx');
const loadCustomer = () => import('#areas/checkout/web/site/customer-step.tsx');
const loadSummary = () => import('#areas/checkout/web/site/summary-step.tsx');
const loadKeptOrders = () => import('#areas/order-book/web/site/kept-tracked-orders.ts');
const MealsStep = lazyWithQueries(async () => (await loadMeals()).MealsStep);
const CustomerStep = lazyWithQueries(async () => (await loadCustomer()).CustomerStep);
const SummaryStep = lazyWithQueries(async () => (await loadSummary()).SummaryStep);

const STEPS = { 1: PeopleStep, 2: MealsStep, 3: CustomerStep, 4: SummaryStep };

export function OrderWizard({
  facts,
  week,
  menu,
  onRefreshKitchen,
  forCaller,
  ordered = null,
}: OrderWizardProps) {
  const draftKey = forCaller?.draftKey;
  const [search] = useSearchParams();
  const wish = search.get('meal');
  const [state, dispatch] = useReducer(
    orderReducer,
    { facts, week, menu, draftKey, wish, ordered },
    restore,
  );
  const { step, goTo } = useStep(furthestIn(state, menu, facts));
  const CurrentStep = STEPS[step];

  const takeOver = useEffectEvent(() => {
    const early = takeEarlyName();
    if (step !== 1) return;
    if (early.name !== '') dispatch({ type: 'person named', index: 0, name: early.name });
    early.focus(nameFieldId(0));
  });
  useLayoutEffect(() => {
    if (!draftKey) takeOver();
  }, [draftKey]);
  useLaterSteps();
  useEffect(() => {
    if (draftKey) saveOrderDraft(state, draftKey);
    else if (!state.isNew) saveBasket(state);
  }, [state, draftKey]);
  useEffect(() => dispatch({ type: 'kitchen changed', week, menu }), [week, menu]);
  // Places fill up and prices change while people choose: refetch for the steps where it matters.
  useEffect(() => {
    if (step === 2 || step === 4) onRefreshKitchen();
  }, [step, onRefreshKitchen]);

  return (
    <OrderProvider
      order={{
        ...state,
        dispatch,
        goTo,
        refreshKitchen: onRefreshKitchen,
        facts,
        week,
        menu,
        forCaller,
      }}
    >
      <CurrentStep key={step} />
    </OrderProvider>
  );
}

/** The touch itself is answered first. */
const AFTER_TOUCH_MS = 300;

function useLaterSteps() {
  useEffect(() => {
    // A step that does not load is asked for again when it is shown. The next one first.
    const inOrder = async () => {
      await Promise.all([loadMeals(), loadQueries()]);
      await Promise.all([loadCustomer(), loadSummary(), loadQuestions()]);
      (await loadKeptOrders()).purgeOldTrackedOrders(Date.now());
    };
    const load = () => setTimeout(() => void inOrder().catch(() => {}), AFTER_TOUCH_MS);
    const once = { once: true, passive: true };
    document.addEventListener('pointerdown', load, once);
    document.addEventListener('focusin', load, once);
    return () => {
      document.removeEventListener('pointerdown', load);
      document.removeEventListener('focusin', load);
    };
  }, []);
}

/** No further than the people while they are not known, nor than the meals while some of them would not keep. */
function furthestIn({ draft, notices }: OrderState, menu: OrderMenu, facts: BusinessFacts): Step {
  if (notices.some(({ kind }) => kind === 'who-eats')) return 1;
  const furthest = furthestOfMeals(draft, facts);
  return furthest > 2 && pastKeepingIn(draft, menu.find, facts).length > 0 ? 2 : furthest;
}

type Kitchen = Pick<OrderWizardProps, 'facts' | 'week' | 'menu'> & {
  draftKey: DraftKey | undefined;
  /** The slug of the meal that the customer comes with. */
  wish: string | null;
} & Required<Pick<OrderWizardProps, 'ordered'>>;

function restore({ draftKey, wish: slug, ordered, ...kitchen }: Kitchen): OrderState {
  const fresh = startOrder({
    ...kitchen,
    kept: draftKey ? readOrderDraft(draftKey) : readBasket(),
    newCartKey: newKey,
    // What the calculator told staff is not for their callers.
    recommendedPlan: draftKey ? null : readRecommendedPlan(kitchen.facts.caloriePlans),
  });
  const started: OrderState =
    fresh.isNew && ordered !== null
      ? { ...fresh, notices: [{ kind: 'ordered', orderNumber: ordered }] }
      : fresh;
  const wish = kitchen.menu.meals.find((meal) => meal.slug === slug)?.id;
  return wish === undefined ? started : { ...started, draft: { ...started.draft, wish } };
}

/**
 * The step in the URL, so that Back, Forward and a reload work. A step not allowed yet redirects to the furthest one
 * that is.
 */
function useStep(furthest: Step): { step: Step; goTo: (step: Step) => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = search.get('step');
  const step = stepFrom(asked, furthest);
  // The meal that someone came with is in the draft now, and a reload must not wish for it again.
  const isElsewhere = search.has('meal') || (asked !== null && asked !== String(step));

  useEffect(() => {
    if (isElsewhere) void navigate(orderStep({ step }), { replace: true });
  }, [isElsewhere, step, navigate]);

  return { step, goTo: (next) => void navigate(orderStep({ step: next })) };
}
