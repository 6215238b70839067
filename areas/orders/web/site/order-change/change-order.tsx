import { Suspense, useState } from 'react';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { clearOrderChange } from '#areas/checkout/web/site/kept-order-change.ts';
import type { OpenCell } from '#areas/checkout/web/site/order-meals/use-open-cell.ts';
import { OrderProvider } from '#areas/checkout/web/site/order-context.tsx';
import { ChangeBar } from './change-bar.tsx';
import { ChangeIntro } from './change-intro.tsx';
import type { WaysOn } from './change-problem.tsx';
import { ChangeSections } from './change-sections.tsx';
import type { PayingParts } from './paying-parts.ts';
import { ReviewChange } from './review-change.tsx';
import { type TableProps, useChangeTable } from './use-change-table.ts';
import { useChangeMade, useSendChange } from './use-send-change.ts';

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
