import { isOpenToPublic } from '#areas/business/rules/sale-state.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { weekdayOf } from '#platform/rules/plain-date.ts';
import {
  Suspense,
  useEffect,
  useMemo,
  useState,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
} from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig, type PageData, usePageData } from '#areas/business/web/page-data.ts';
import { lazyWithQueries, loadQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import { watchBasket, readBasket, saveBasket } from '#areas/checkout/web/kept-basket.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import { useFontsOnce } from '#platform/web/navigation/scripts-first.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import {
  OrderHeader,
  OrderSkeleton,
  takeEarlyName,
} from '#areas/checkout/web/site/order/step-layout.tsx';
import { orderMenu, type OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { listMeals, type MealReply } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { call } from '#platform/web/api/client.ts';
import { furthestOfMeals } from '#areas/order-book/rules/order-draft.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import {
  type DraftKey,
  readOrderDraft,
  saveOrderDraft,
} from '#areas/order-book/web/kept-order-draft.ts';
import { readRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { OrderProvider, type Step, stepFrom } from '#areas/checkout/web/site/order-context.tsx';
import {
  orderReducer,
  type OrderState,
  startOrder,
} from '#areas/checkout/web/site/order-reducer.ts';
import { loadQuestions, nameFieldId } from '#areas/checkout/web/site/people-list.tsx';
import { PeopleStep } from '#areas/checkout/web/site/people-step.tsx';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { orderStep } from '#platform/web/navigation/paths.ts';

// While the kitchen sells nobody loads them.
const ClosedOrder = lazyWithQueries(async () => (await import('./closed-order.tsx')).ClosedOrder);
const ClosedForCallers = lazyWithQueries(
  async () => (await import('./closed-for-callers.tsx')).ClosedForCallers,
);

/** `forCaller`: staff order for a caller. */
export function OrderPage({ forCaller }: { forCaller?: ForCaller }) {
  const { business } = useConfig();
  const { week, meals, error, isFetching, refresh } = useKitchen();
  const menu = useMemo(() => orderMenu(meals, business), [meals, business]);
  const [sellsAllTheSame, setSellsAllTheSame] = useState(false);
  const elsewhere = useOtherTabs(forCaller === undefined);
  const kitchen = useMemo(() => week && soldAllTheSame(week, business), [week, business]);

  useFontsOnce(Boolean(week ?? error));

  if (week && kitchen) {
    const isClosed = forCaller ? !isOpenToPublic(week.sale) : week.sale.state !== 'open';
    if (isClosed && !sellsAllTheSame)
      return (
        <Suspense fallback={<OrderSkeleton />}>
          {forCaller ? (
            <ClosedForCallers
              week={week}
              facts={business}
              onSellAllTheSame={() => setSellsAllTheSame(true)}
            />
          ) : (
            <ClosedOrder sale={week.sale} meals={meals} />
          )}
        </Suspense>
      );
    return (
      <OrderWizard
        key={elsewhere.times}
        {...kitchen}
        ordered={elsewhere.ordered}
        menu={menu}
        onRefreshKitchen={refresh}
        forCaller={forCaller}
      />
    );
  }
  if (!error) return <OrderSkeleton isForCaller={forCaller !== undefined} />;
  return (
    <>
      <OrderHeader step={1} />
      <main className="mx-auto w-full max-w-3xl px-4 py-8">
        <ErrorState
          title="We couldn’t load the menu"
          message={describeFailure(error)}
          retrying={isFetching}
          onRetry={refresh}
        />
      </main>
    </>
  );
}

/** The wizard begins again with what another tab has made of the order. */
function useOtherTabs(isShared: boolean): { times: number; ordered: string | null } {
  const [elsewhere, setElsewhere] = useState<{ times: number; ordered: string | null }>({
    times: 0,
    ordered: null,
  });
  useEffect(() => {
    if (!isShared) return;
    const beginAgain = (ordered: string | null) =>
      setElsewhere(({ times }) => ({ times: times + 1, ordered }));
    return watchBasket({ onAhead: () => beginAgain(null), onGone: beginAgain });
  }, [isShared]);
  return elsewhere;
}

type Kitchen = { week: OrderingWeekReply | null; meals: readonly MealReply[] };

/** As fetched last, for anyone who comes back from the checkout. */
const known = new WeakMap<PageData, Kitchen>();

/**
 * The week and the menu that are sold from. Step 1 needs no more of the server, and is there sooner without the library
 * that keeps replies for the other steps. What was fetched before stays in use if a later fetch fails.
 */
function useKitchen() {
  const pageData = usePageData();
  const [kitchen, setKitchen] = useState<Kitchen>(
    () => known.get(pageData) ?? { week: null, meals: pageData.meals },
  );
  const [error, setError] = useState<unknown>(null);
  const [isFetching, setIsFetching] = useState(false);

  useEffect(() => void known.set(pageData, kitchen), [pageData, kitchen]);

  const take = useCallback(
    (asked: Promise<Fetched>) =>
      asked
        .then(({ week, meals }) => {
          setKitchen((before) => ({
            week: sameIfEqual(before.week, week),
            meals: meals ? sameIfEqual(before.meals, meals) : before.meals,
          }));
          setError(null);
        }, setError)
        .finally(() => setIsFetching(false)),
    [],
  );
  const isKnown = kitchen.week !== null;
  useEffect(() => {
    if (!isKnown) void take(fetchKitchen({ withMeals: false }));
  }, [isKnown, take]);
  const refresh = useCallback(() => {
    setIsFetching(true);
    void take(fetchKitchen({ withMeals: true }));
  }, [take]);

  return { ...kitchen, error, isFetching, refresh };
}

type Fetched = { week: OrderingWeekReply; meals: readonly MealReply[] | null };

async function fetchKitchen({ withMeals }: { withMeals: boolean }): Promise<Fetched> {
  const [week, meals] = await Promise.all([
    call(getOrderingWeek, {}),
    withMeals ? call(listMeals, {}) : null,
  ]);
  return { week, meals };
}

/** The same object for the same content: all that was worked out from it stays too. */
function sameIfEqual<T>(before: T | null, now: T): T {
  return before !== null && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** The week and the facts for staff who sell all the same: only what is full or switched off stays closed. */
function soldAllTheSame(
  week: OrderingWeekReply,
  facts: BusinessFacts,
): { week: OrderingWeekReply; facts: BusinessFacts } {
  if (week.sale.state === 'open') return { week, facts };
  const days = week.days.map((day) => ({
    ...day,
    windows: windowsOfWeekday(facts, weekdayOf(day.date)).map((timeSlot) => {
      const set = day.windows.find((window) => window.timeSlot === timeSlot);
      if (!set) return { timeSlot, open: true, placesLeft: null };
      return { ...set, open: set.reason === 'before' || set.reason === 'ended' };
    }),
  }));
  return { week: { ...week, days }, facts: { ...facts, closures: [] } };
}

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

function OrderWizard({
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

type WizardKitchen = Pick<OrderWizardProps, 'facts' | 'week' | 'menu'> & {
  draftKey: DraftKey | undefined;
  /** The slug of the meal that the customer comes with. */
  wish: string | null;
} & Required<Pick<OrderWizardProps, 'ordered'>>;

function restore({ draftKey, wish: slug, ordered, ...kitchen }: WizardKitchen): OrderState {
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
