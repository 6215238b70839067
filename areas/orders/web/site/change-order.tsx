import { Suspense, useState, useId, type ComponentType } from 'react';
import type { PaymentDueReply, OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { clearOrderChange } from '#areas/checkout/web/site/kept-order-data.ts';
import type { OpenCell } from '#areas/checkout/web/site/order-meals/meal-placing.ts';
import { OrderProvider } from '#areas/checkout/web/site/order-context.tsx';
import type { WaysOn } from '#areas/orders/web/site/change-problem.tsx';
import { ChangeSections } from '#areas/orders/web/site/change-sections.tsx';
import { ReviewChange } from '#areas/orders/web/site/review-change.tsx';
import {
  type TableProps,
  useChangeTable,
  type ChangeQuote,
  useChangeMade,
  useSendChange,
} from '#areas/orders/web/site/change-kitchen.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { type ChangeStart, differenceText } from '#areas/orders/web/site/change-draft.ts';
import { type Blocker, Reasons } from '#areas/checkout/web/site/order-bar.tsx';

type ChangeOrderProps = TableProps &
  Pick<PayingParts, 'PayDifference'> & {
    onPaid: (paymentIntentId: string) => void;
    onReload: () => void;
    onStartOver: () => void;
  };

/** One version of an order on the table. A newer one starts this again, with what was chosen put on top. */
export function ChangeOrder({ PayDifference, ...props }: ChangeOrderProps) {
  const { order, menu, token, onReload } = props;
  const table = useChangeTable(props);
  const { start, state, dispatch, facts, kitchen, quote } = table;
  const [due, setDue] = useState<PaymentDueReply | null>(null);
  const [isReviewing, setIsReviewing] = useState(false);
  const [shown, setShown] = useState<OpenCell | null>(null);
  const onMade = useChangeMade(token);
  const sending = useSendChange(token, { onDone: done, onDue: setDue });
  const ways = waysOn({ ...props, table, sending, onShowCell: setShown }, () =>
    setIsReviewing(false),
  );

  function done() {
    // What was cancelled apart from the table leaves the choices on it for the next visit.
    if (isReviewing) clearOrderChange(token);
    onMade();
  }

  function startOver() {
    clearOrderChange(token);
    props.onStartOver();
  }

  if (due)
    return (
      <Suspense fallback={<p role="status">Loading the card form…</p>}>
        <PayDifference
          due={due}
          token={token}
          what={quote.is === 'quoted' ? quote.quote.what : []}
          onPaid={props.onPaid}
          onBack={() => setDue(null)}
        />
      </Suspense>
    );
  const inWizard = { ...state, dispatch, goTo: () => {}, refreshKitchen: onReload, facts };
  return (
    <OrderProvider order={{ ...inWizard, ...kitchen }}>
      <ChangeIntro order={order} start={start} onStartOver={startOver} />
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
        blockers={table.blockers}
        onReview={() => {
          sending.reset();
          setIsReviewing(true);
        }}
      />
      <Review {...{ table, order, sending, ways }} open={isReviewing} onClose={setIsReviewing} />
    </OrderProvider>
  );
}

type Table = ReturnType<typeof useChangeTable>;
type Sending = ReturnType<typeof useSendChange>;

type ReviewProps = Pick<ChangeOrderProps, 'order'> & {
  table: Table;
  sending: Sending;
  ways: WaysOn;
  open: boolean;
  onClose: (open: false) => void;
};

function Review({ table: { quote, change }, order, sending, ways, open, onClose }: ReviewProps) {
  const { version } = order;
  return (
    <ReviewChange
      open={open}
      quote={quote}
      sendError={open ? sending.error : null}
      isSending={sending.isSending}
      onSend={({ quote: { total } }) => sending.send({ change, version, expectedTotal: total })}
      onClose={() => onClose(false)}
      ways={ways}
    />
  );
}

type Ways = Pick<ChangeOrderProps, 'token' | 'onReload'> & {
  table: Table;
  sending: Sending;
  onShowCell: (cell: OpenCell) => void;
};

function waysOn({ token, table, sending, onReload, onShowCell }: Ways, close: () => void): WaysOn {
  const { state, kitchen, facts, quote } = table;
  return {
    token,
    order: prepareOrder(state.draft, kitchen.menu.priceCentsOf, facts),
    nameOf: (mealId) => kitchen.menu.find(mealId)?.name,
    onReload: () => {
      close();
      onReload();
    },
    onRetry: () => {
      sending.reset();
      onReload();
      if (quote.is === 'failed' || quote.is === 'quoted') quote.ask();
    },
    onShowCell: (cell) => {
      close();
      // After the dialog has closed and given the focus back.
      requestAnimationFrame(() => onShowCell({ ...cell }));
    },
    onShow: (id) => {
      close();
      showPart(id);
    },
  };
}

/** Folded parts open for anyone who is led there. */
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

type ChangeIntroProps = { order: OrderToChangeReply; start: ChangeStart; onStartOver: () => void };

/** Until when it can be changed, and what was kept from before. */
function ChangeIntro({ order, start, onStartOver }: ChangeIntroProps) {
  const formatInstant = useFormatInstant();
  const { timeZone } = useConfig().business;
  return (
    <>
      <p className="-mt-4 max-w-3xl text-ink-soft">
        Order{' '}
        <strong translate="no" className="text-ink tabular-nums">
          {order.orderNumber}
        </strong>
        . You can change it until {formatInstant(order.changeUntil)} ({timeZone.split('/').at(-1)}{' '}
        time). Nothing happens until you’ve seen the price and agreed.
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

type ChangeBarProps = {
  quote: ChangeQuote;
  /** What the order costs as it is: "$35.97". */
  total: string;
  blockers: readonly Blocker[];
  onReview: () => void;
};

/** What the change costs so far, and the way to make it: at the foot of the screen, as in the wizard. */
function ChangeBar({ quote, total, blockers, onReview }: ChangeBarProps) {
  const reasonsId = useId();
  const isStuck =
    quote.is === 'failed' || (quote.is === 'quoted' && quote.quote.blocked !== undefined);
  return (
    <aside
      aria-label="Your change"
      data-order-bar=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-raised"
    >
      <div className="mx-auto max-w-7xl sm:px-2">
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <Words quote={quote} total={total} isStuck={isStuck} hasSide={blockers.length === 0} />
            <Reasons id={reasonsId} reasons={blockers} />
          </div>
          <Button
            className="shrink-0 max-lg:px-4"
            variant={isStuck ? 'secondary' : 'primary'}
            disabled={blockers.length > 0 || quote.is === 'nothing' || quote.is === 'asking'}
            aria-describedby={blockers.length > 0 ? reasonsId : undefined}
            onClick={onReview}
          >
            {isStuck ? 'See why' : 'Review change'}
          </Button>
        </div>
      </div>
    </aside>
  );
}

function Words({
  quote,
  total,
  isStuck,
  hasSide,
}: Pick<ChangeBarProps, 'quote' | 'total'> & { isStuck: boolean; hasSide: boolean }) {
  const [main, side] = isStuck
    ? ['It can’t be changed like this', 'Your order is as it was']
    : quote.is === 'quoted'
      ? [differenceText(quote.quote), `New total $${quote.quote.quote.total}`]
      : [
          quote.is === 'asking' ? 'Working out the price…' : 'Nothing changed yet',
          `Your order: ${total}`,
        ];
  return (
    <p aria-live="polite" aria-atomic="true" className="grid min-w-0 leading-tight">
      <span className="text-lg font-semibold tabular-nums">{main}</span>
      {hasSide && <span className="text-sm text-ink-soft tabular-nums">{side}</span>}
    </p>
  );
}

type PayDifferenceProps = {
  due: PaymentDueReply;
  token: string;
  /** What is paid for, in words. */
  what: readonly string[];
  onPaid: (paymentIntentId: string) => void;
  onBack: () => void;
};

type FromBankProps = {
  onPaid: (payment: { paymentIntentId: string }) => void;
  onFailed: (message: string) => void;
};

/** The card form and the way back from the bank, from a room that this one may not enter. */
export type PayingParts = {
  PayDifference: ComponentType<PayDifferenceProps>;
  FromBank: ComponentType<FromBankProps>;
};
