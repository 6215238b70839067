import { OrderDetail } from '#areas/orders/web/portal/detail/order-detail.tsx';
import { OrderActionsProvider } from '#areas/orders/web/portal/order-actions-provider.tsx';
import {
  readOrdersAddress,
  changeOrdersAddress,
  emptyListText,
  STATUS_TABS,
} from '#areas/orders/web/portal/orders-address.ts';
import { useLiveOrders, ordersOf, type LiveOrders } from '#areas/orders/web/portal/order-cache.ts';
import { useSearchParams, useNavigate } from '#platform/web/navigation/address.ts';
import { useQuery, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { allOf, Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  orderableMealsQuery,
  orderQuery,
  type OrderListFilter,
  orderCountsQuery,
  ordersQuery,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { OrderEditForm } from '#areas/orders/web/portal/order-edit-form.tsx';
import { ShowMore } from '#platform/web/portal/list-page.tsx';
import { useEffect, useRef, useState } from 'react';
import type { OrderSort, AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import {
  useListKeys,
  useTickedRows,
  type TickedRows,
  TickBar,
} from '#platform/web/portal/tick-bar.tsx';
import { OrderFilters } from '#areas/orders/web/portal/order-filters.tsx';
import { OrderTable } from '#areas/orders/web/portal/order-table.tsx';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { callForFile } from '#platform/web/api/client.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { exportOrders, MOST_ORDERS_AT_ONCE } from '#areas/orders/calls/order-bulk.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { useSavePrintout } from '#areas/printouts/web/use-printout.tsx';
import type { ShownSlots } from '#areas/orders/web/portal/many-orders.ts';
import { type ManyAction, ManyDialogs } from '#areas/orders/web/portal/many-dialogs.tsx';

/** Spec 2: the list of orders, or the one that the address names. */
export function OrdersTab() {
  const [params] = useSearchParams();
  const { filter, orderId, isEditing } = readOrdersAddress(params);
  const live = useLiveOrders(filter);
  return (
    <OrderActionsProvider>
      {orderId === null && <OrderListScreen filter={filter} live={live} />}
      {orderId !== null && !isEditing && <OrderDetail key={orderId} id={orderId} />}
      {orderId !== null && isEditing && <OrderEditor key={orderId} id={orderId} />}
    </OrderActionsProvider>
  );
}

function OrderEditor({ id }: { id: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const order = useQuery(orderQuery(id));
  const meals = useQuery(orderableMealsQuery);

  function close() {
    const search = changeOrdersAddress(params, { order: { id } }).toString();
    void navigate({ search }, { replace: true });
  }
  // Never start from data that may be old.
  const fresh = { ...order, data: order.isFetchedAfterMount ? order.data : undefined };
  return (
    <Loaded query={allOf(fresh, meals)} what="the order" kind="form">
      {([found, known]) => <OrderEditForm order={found} meals={known} onClose={close} />}
    </Loaded>
  );
}

type OrderListScreenProps = { filter: OrderListFilter; live: LiveOrders };

function OrderListScreen({ filter, live }: OrderListScreenProps) {
  const [params, setParams] = useSearchParams();
  const mayTakeOrders = useMayDo('takePhoneOrders');
  const { data: counts } = useQuery({
    ...orderCountsQuery(filter),
    placeholderData: keepPreviousData,
  });

  // Going to an address takes a moment; what is chosen meanwhile is added to what was asked for last.
  const asked = useRef<string[]>([]);
  useEffect(() => {
    const arrived = asked.current.indexOf(params.toString());
    // An address that nobody asked for here, such as the browser's way back, ends them all.
    asked.current = arrived === -1 ? [] : asked.current.slice(arrived + 1);
  }, [params]);

  function ask(change: Partial<OrderListFilter>) {
    const last = asked.current.at(-1);
    const base = last === undefined ? params : new URLSearchParams(last);
    const next = changeOrdersAddress(base, change);
    asked.current.push(next.toString());
    setParams(next, { replace: true, preventScrollReset: true });
  }
  return (
    <div className="py-3">
      <Tabs
        label="Orders by status"
        tabs={STATUS_TABS.map((name) => ({
          name,
          label: name[0]?.toUpperCase() + name.slice(1),
          ...(counts && { count: counts[name] }),
        }))}
        value={filter.status}
        onChange={(status) => ask({ status })}
        beside={
          <>
            {mayTakeOrders && (
              <Link
                to={paths.phoneOrder()}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 xl:pointer-fine:min-h-8"
              >
                New phone order
              </Link>
            )}
            <OrderFilters filter={filter} balanceSum={counts?.balanceSum} onChange={ask} />
          </>
        }
      >
        <OrderList filter={filter} live={live} onSort={(sort) => ask({ sort })} />
      </Tabs>
    </div>
  );
}

type OrderListProps = OrderListScreenProps & { onSort: (sort: OrderSort) => void };

function OrderList({ filter, live, onSort }: OrderListProps) {
  const list = useInfiniteQuery({ ...ordersQuery(filter), placeholderData: keepPreviousData });
  const listRef = useRef<HTMLDivElement>(null);
  const { data, error, isPlaceholderData, refetch } = list;
  const orders = ordersOf(data?.pages ?? []);
  const ticked = useTickedRows(orders.map(({ id }) => id));
  useListKeys(listRef, ticked.clear);
  // Once there are rows, the live line says what is wrong.
  return (
    <Loaded query={{ ...list, error: data ? null : error }} what="the orders">
      {() => (
        <div
          ref={listRef}
          tabIndex={-1}
          className={classNames(
            'pt-2 outline-none xl:pt-0',
            isPlaceholderData && 'opacity-60 transition-opacity',
          )}
          aria-busy={isPlaceholderData}
        >
          {orders.length > 0 ? (
            <OrderTable
              orders={orders}
              shown={filter}
              sort={filter.sort}
              onSort={onSort}
              fresh={live.fresh}
              ticked={ticked}
            />
          ) : (
            !isPlaceholderData && <EmptyState title={emptyListText(filter)} />
          )}
          <div className="grid py-5 empty:hidden">
            <ShowMore list={list} more="orders" />
          </div>
          <div
            className={classNames(
              ticked.chosen.length + ticked.hidden > 0 &&
                'sticky bottom-[var(--bar,0px)] z-10 bg-ground pt-2',
            )}
          >
            <OrderTickBar
              ticked={ticked}
              chosen={orders.filter(({ id }) => ticked.isTicked(id))}
              shown={filter}
            />
            <LiveLine
              shown={orders.length}
              live={live}
              error={error}
              onRetry={() => void refetch()}
              // The button is gone.
              onShown={() => listRef.current?.focus({ preventScroll: true })}
            />
          </div>
        </div>
      )}
    </Loaded>
  );
}

type LiveLineProps = {
  shown: number;
  live: LiveOrders;
  /** The list could not be updated. */
  error: Error | null;
  onRetry: () => void;
  onShown: () => void;
};

/** Below the list; its news is always in sight, and moves nothing. */
function LiveLine({ shown, live, error, onRetry, onShown }: LiveLineProps) {
  const { isLive, waiting, showWaiting } = live;
  const [isLoading, setIsLoading] = useState(false);
  const count = waiting.length === 1 ? '1 new order' : `${waiting.length} new orders`;

  async function show() {
    setIsLoading(true);
    await showWaiting();
    setIsLoading(false);
    scrollTo({ top: 0 });
    onShown();
  }
  return (
    <div
      className={classNames(
        'mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 bg-ground',
        (!isLive || error !== null || waiting.length > 0) && 'sticky bottom-[var(--bar,0px)] z-10',
      )}
    >
      <p className="text-sm text-ink-soft">
        {shown === 1 ? '1 order shown' : `${shown} orders shown`}
        {!isLive && ' · not live, reconnecting…'}
      </p>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(error)}{' '}
          <button type="button" className="min-h-11 underline" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      <div role="status" className="flex items-center gap-3">
        {waiting.length > 0 && (
          <Button size="small" busy={isLoading} busyLabel="Loading…" onClick={() => void show()}>
            {count}: show
          </Button>
        )}
      </div>
    </div>
  );
}

type OrderTickBarProps = {
  ticked: TickedRows;
  /** Those that are ticked and shown. */
  chosen: readonly AdminOrderReply[];
  shown: ShownSlots;
};

function OrderTickBar({ ticked, chosen, shown }: OrderTickBarProps) {
  const [action, setAction] = useState<ManyAction | null>(null);
  const maySetStatus = useMayDo('setOrderStatus');
  const mayPrint = useMayDo('makePrintouts');
  const mayMessage = useMayDo('messageCustomers');
  const mayMove = useMayDo('moveDeliveries');
  const mayExport = useMayDo('manageSystem');
  const isTooMany = chosen.length > MOST_ORDERS_AT_ONCE;
  const open = (kind: ManyAction['kind']) => () => setAction({ kind, orders: chosen });
  return (
    <>
      {(chosen.length > 0 || ticked.hidden > 0) && (
        <TickBar
          label="Ticked orders"
          count={chosen.length}
          hidden={ticked.hidden}
          onClear={ticked.clear}
        >
          {isTooMany ? (
            <p className="text-sm">At most {MOST_ORDERS_AT_ONCE} at once: untick some.</p>
          ) : (
            <>
              {maySetStatus && <BarButton label="Status…" onPress={open('status')} />}
              {mayMessage && <BarButton label="Message…" onPress={open('message')} />}
              {mayMove && <BarButton label="Move…" onPress={open('move')} />}
              {mayPrint && <LabelsButton ids={ticked.chosen} date={shown.deliveryDate} />}
              {mayExport && <ExportButton ids={ticked.chosen} />}
            </>
          )}
        </TickBar>
      )}
      <ManyDialogs
        action={action}
        shown={shown}
        onFinished={(stayed) => {
          setAction(null);
          ticked.reduceTo((id) => stayed.has(id));
        }}
        onClose={() => setAction(null)}
      />
    </>
  );
}

function BarButton(props: { label: string; isBusy?: boolean; onPress: () => void }) {
  const { label, isBusy = false, onPress } = props;
  return (
    <Button variant="secondary" size="small" busy={isBusy} onClick={onPress}>
      {label}
    </Button>
  );
}

/** One file in the sequence of the runs; in a list of one day, only of that day. */
function LabelsButton({ ids, date }: { ids: readonly number[]; date: PlainDate }) {
  const source = labelsSource({ orderIds: ids, kind: 'all', ...(date !== '' && { date }) });
  const save = useSavePrintout({ source, saved: 'Labels Downloaded' });
  return (
    <BarButton
      label={date === '' ? 'Labels' : `Labels of ${formatDayAndMonth(date)}`}
      isBusy={save.isBusy}
      onPress={() => save.run()}
    />
  );
}

function ExportButton({ ids }: { ids: readonly number[] }) {
  const load = useChange(() => callForFile(exportOrders, { query: { orderId: ids.map(String) } }), {
    onDone: saveFile,
    toastsFailure: true,
  });
  return <BarButton label="Export CSV" isBusy={load.isBusy} onPress={() => load.run()} />;
}
