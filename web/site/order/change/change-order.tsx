import { Suspense, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { OrderingWeekReply } from '#contract/ordering.ts';
import type { OrderToChangeReply, PaymentDueReply } from '#contract/ordering/order-change.ts';
import { amountInDollars } from '#domain/money.ts';
import { changeOfDraft } from '#domain/ordering/change/customer/draft/change-of-draft.ts';
import { termsOfOrder } from '#domain/ordering/change/customer/draft/order-to-change.ts';
import { prepareOrder } from '#domain/ordering/draft/prepared-order.ts';
import { useConfig } from '#web/api/page-data.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { clearOrderChange, readOrderChange, saveOrderChange } from '#web/storage/order-change.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { OpenCell } from '../meals/use-open-cell.ts';
import { OrderProvider } from '../state/order-context.tsx';
import type { OrderMenu } from '../state/order-menu.ts';
import { orderReducer } from '../state/order-reducer.ts';
import { blockersOfChange } from './change-blockers.ts';
import { ChangeBar } from './change-bar.tsx';
import { type ChangeStart, startChange, toOrderToChange } from './change-draft.ts';
import { menuAsSold, withOwnPlaces } from './change-kitchen.ts';
import type { WaysOn } from './change-problem.tsx';
import { ChangeSections } from './change-sections.tsx';
import { ReviewChange } from './review-change.tsx';
import type { PayingParts } from './paying-parts.ts';
import { useChangeQuote } from './use-change-quote.ts';
import { useChangeMade, useSendChange } from './use-send-change.ts';

type ChangeOrderProps = Pick<PayingParts, 'PayDifference'> & {
  order: OrderToChangeReply;
  week: OrderingWeekReply;
  menu: OrderMenu;
  token: string;
  onPaid: (paymentIntentId: string) => void;
  onReload: () => void;
  onStartOver: () => void;
};

/** One version of an order on the table. A newer one starts this again, with what was chosen put on top. */
export function ChangeOrder(props: ChangeOrderProps) {
  const { order, week, menu, token, PayDifference, onPaid } = props;
  const start = useStart(order, token, week.weekStart);
  const [state, dispatch] = useReducer(orderReducer, start.state);
  const { draft } = state;
  const facts = useTerms(order);
  const kitchen = useMemo(
    () => ({ week: withOwnPlaces(week, order), menu: menuAsSold(menu, order) }),
    [week, menu, order],
  );
  const change = useMemo(
    () =>
      changeOfDraft({ order: toOrderToChange(order), before: start.before, after: draft }, facts),
    [order, start, draft, facts],
  );
  useEffect(
    () => saveOrderChange(token, { version: order.version, before: start.before, mine: draft }),
    [token, order.version, start, draft],
  );
  const blockers = blockersOfChange({ draft, before: start.before, facts, ...kitchen });
  const quote = useChangeQuote(token, {
    change: blockers.length === 0 ? change : null,
    version: order.version,
  });
  const [due, setDue] = useState<PaymentDueReply | null>(null);
  const [isReviewing, setIsReviewing] = useState(false);
  const [shown, setShown] = useState<OpenCell | null>(null);
  const onMade = useChangeMade(token);
  const sending = useSendChange(token, { onDone: done, onDue: setDue });

  function done(changed: Parameters<typeof onMade>[0]) {
    // What was cancelled apart from the table leaves the choices on it for the next visit.
    if (isReviewing) clearOrderChange(token);
    onMade(changed);
  }

  const closeReview = useCallback(() => setIsReviewing(false), []);
  const ways: WaysOn = {
    token,
    order: prepareOrder(draft, kitchen.menu.priceCentsOf, facts),
    onReload: () => {
      closeReview();
      props.onReload();
    },
    onRetry: () => {
      sending.reset();
      props.onReload();
      if (quote.is === 'failed' || quote.is === 'quoted') quote.ask();
    },
    onShowCell: (cell) => {
      closeReview();
      setShown({ ...cell });
    },
    onShow: (id) => {
      closeReview();
      showPart(id);
    },
  };

  if (due)
    return (
      <Suspense fallback={<p role="status">Loading the card form…</p>}>
        <PayDifference
          due={due}
          token={token}
          what={quote.is === 'quoted' ? quote.quote.what : []}
          onPaid={onPaid}
          onBack={() => setDue(null)}
        />
      </Suspense>
    );
  return (
    <OrderProvider
      order={{
        ...state,
        dispatch,
        goTo: () => {},
        refreshKitchen: props.onReload,
        facts,
        ...kitchen,
      }}
    >
      <Intro order={order} start={start} onStartOver={startOver} />
      <ChangeSections
        order={order}
        before={start.before}
        menuToday={menu}
        shown={shown}
        sending={sending}
        ways={ways}
      />
      <ChangeBar
        quote={quote}
        total={amountInDollars(order.total)}
        blockers={blockers}
        onReview={() => {
          sending.reset();
          setIsReviewing(true);
        }}
      />
      <ReviewChange
        open={isReviewing}
        quote={quote}
        sendError={isReviewing ? sending.error : null}
        isSending={sending.isSending}
        onSend={({ quote: { total } }) =>
          sending.send({ change, version: order.version, expectedTotal: total })
        }
        onClose={closeReview}
        ways={ways}
      />
    </OrderProvider>
  );

  function startOver() {
    clearOrderChange(token);
    props.onStartOver();
  }
}

function useStart(order: OrderToChangeReply, token: string, weekStart: string): ChangeStart {
  const [start] = useState(() => startChange(order, readOrderChange(token), weekStart));
  return start;
}

function useTerms(order: OrderToChangeReply) {
  const { business } = useConfig();
  return useMemo(() => termsOfOrder(toOrderToChange(order), business), [order, business]);
}

/** Folded parts open for whoever is led there. */
function showPart(id: string): void {
  // After the dialog has closed and given the focus back.
  requestAnimationFrame(() => {
    const part = document.getElementById(id);
    part?.closest('details')?.setAttribute('open', '');
    part?.scrollIntoView({ block: 'start' });
    const control = part?.querySelector<HTMLElement>('button, input, select, textarea, summary');
    control?.focus({ preventScroll: true });
  });
}

type IntroProps = { order: OrderToChangeReply; start: ChangeStart; onStartOver: () => void };

function Intro({ order, start, onStartOver }: IntroProps) {
  const formatInstant = useFormatInstant();
  const { timeZone } = useConfig().business;
  return (
    <>
      <p className="-mt-4 max-w-3xl text-ink-soft">
        Order <strong className="text-ink tabular-nums">{order.orderNumber}</strong>. You can change
        it until {formatInstant(order.changeUntil)} ({timeZone.split('/').at(-1)} time). Nothing
        happens until you’ve seen the price and agreed.
      </p>
      {start.is !== 'fresh' && (
        <Notice
          announce="polite"
          title={
            start.is === 'kept'
              ? 'We kept what you chose before'
              : 'Your order has changed since. We kept what you chose'
          }
        >
          <p>
            {start.is === 'kept'
              ? 'It isn’t part of your order yet.'
              : 'Your choices are on top of the order as it is now. Please check them.'}
          </p>
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={onStartOver}
          >
            Start over
          </Button>
        </Notice>
      )}
    </>
  );
}
