import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type RecalledDelivery,
  type RecallReply,
  type GoodsLotReply,
  runRecall,
  getRecallFile,
  recallGoods,
} from '#areas/kitchen/calls/goods.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import {
  RECALL_RUNS_KEY,
  TEMPERATURES_KEY,
  fileSource,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';

export function RecallResult({ id, onClose }: { id: number; onClose: () => void }) {
  const recall = useQuery(freshQuery(['recall', id], recallGoods, { params: { id: String(id) } }));
  return (
    <div className="grid gap-5 py-5">
      <Button variant="quiet" className="justify-self-start" onClick={onClose}>
        Back to all goods
      </Button>
      <Loaded query={recall} what="where it went">
        {(reply) => <FoundFood reply={reply} />}
      </Loaded>
    </div>
  );
}

function FoundFood({ reply }: { reply: RecallReply }) {
  const { lot, deliveries, batches, portions, erased } = reply;
  const { nameOf, factsOf, receivedOf } = useLotWords();
  const certain = deliveries.filter(({ isCertain }) => isCertain);
  const possible = deliveries.filter(({ isCertain }) => !isCertain);
  return (
    <>
      <div>
        <h2 className="text-2xl">{nameOf(lot)}</h2>
        <p>{factsOf(lot)}</p>
        <p className="text-ink-soft">Received {receivedOf(lot)}</p>
      </div>
      <Notice
        tone={deliveries.length + erased === 0 ? 'success' : 'warning'}
        title={`${count(deliveries.length + erased, 'delivery', 'deliveries')}, ${count(portions, 'portion', 'portions')}`}
      >
        {deliveries.length + erased === 0 ? (
          <p>According to the record, it has gone to nobody yet.</p>
        ) : (
          <p>
            {certain.length} certain, {possible.length} possible. Possible means: it was in the
            house, and nobody named the goods that went in.
          </p>
        )}
        {erased > 0 && (
          <p>
            {count(erased, 'delivery was', 'deliveries were')} to people whose details were erased:
            nobody can phone them.
          </p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <RecallButtons id={lot.id} />
        <DownloadButton
          source={fileSource(getRecallFile, { params: { id: String(lot.id) } })}
          about="of the recall"
          saved="Recall Downloaded"
          variant="primary"
        >
          CSV
        </DownloadButton>
      </div>
      <People title="Certain" deliveries={certain} />
      <People title="Possible" deliveries={possible} />
      <InKitchen batches={batches} />
    </>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function People({ title, deliveries }: { title: string; deliveries: RecalledDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-xl">
        {title}: {count(deliveries.length, 'delivery', 'deliveries')}
      </h3>
      <RecalledTable title={title} deliveries={deliveries} />
    </section>
  );
}

/** What to look for, set apart and label. */
function InKitchen({ batches }: Pick<RecallReply, 'batches'>) {
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="in-kitchen" className="grid gap-2">
      <h3 id="in-kitchen" className="text-xl">
        Batches it went into: keep them apart
      </h3>
      <ul className="grid gap-1">
        {batches.map(({ batchId, name, cookDate, deliveryDate, isCertain }) => (
          <li key={batchId}>
            {name},{' '}
            {deliveryDate ? `for ${formatDate(deliveryDate)}` : `cooked ${formatDate(cookDate)}`}:{' '}
            {isCertain ? 'certain' : 'possible'}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Writes down that this was a drill, or a recall: the inspector asks when it was last tried out. */
function RecallButtons({ id }: { id: number }) {
  const { run, result, failure, isBusy } = useChange(runRecall, {
    refresh: [{ queryKey: RECALL_RUNS_KEY }, { queryKey: TEMPERATURES_KEY }],
  });
  const record = (isDrill: boolean) => run({ params: { id: String(id) }, body: { isDrill } });
  return (
    <>
      <Button size="small" busy={isBusy} onClick={() => record(true)}>
        This is a drill
      </Button>
      <Button size="small" variant="danger" busy={isBusy} onClick={() => record(false)}>
        This is a recall
      </Button>
      <FailureNotice failure={failure} title="Not written down" />
      {result && (
        <p role="status" className="w-full font-semibold">
          Written down: {result.isDrill ? 'drill' : 'recall'} by {result.by}, found{' '}
          {result.deliveries} in {(result.tookMs / 1000).toFixed(1)} s.
        </p>
      )}
    </>
  );
}

type RecalledTableProps = { title: string; deliveries: readonly RecalledDelivery[] };

function RecalledTable({ title, deliveries }: RecalledTableProps) {
  return (
    <DataTable
      caption={`${title} deliveries`}
      columns={COLUMNS}
      rows={deliveries}
      keyOf={({ deliveryId }) => deliveryId}
    />
  );
}

const COLUMNS: Column<RecalledDelivery>[] = [
  {
    name: 'when',
    header: 'Delivery',
    cell: ({ date, window }) => `${formatDate(date)}, ${windowLabel(window)}`,
  },
  { name: 'order', header: 'Order', cell: ({ orderNumber }) => orderNumber },
  { name: 'status', header: 'State', cell: ({ status }) => status },
  {
    name: 'meals',
    header: 'Meals',
    cell: ({ meals }) =>
      meals
        .map(({ name, portions }) => (portions === 1 ? name : `${portions} × ${name}`))
        .join(', '),
  },
  {
    name: 'phone',
    header: 'Phone',
    cell: ({ customer, recipient }) => (
      <span className="grid gap-1">
        {recipient && <Contact {...recipient} part="got it" />}
        <Contact {...customer} part={recipient ? 'ordered it' : null} />
      </span>
    ),
  },
];

function Contact({ name, phone, part }: { name: string; phone: string; part: string | null }) {
  return (
    <span>
      {name}
      {part !== null && ` (${part})`}{' '}
      <a
        href={`tel:${phone}`}
        className="inline-flex min-h-12 items-center font-semibold whitespace-nowrap text-primary underline"
      >
        {formatPhone(phone)}
      </a>
    </span>
  );
}

type Lot = Pick<
  GoodsLotReply,
  | 'ingredient'
  | 'qty'
  | 'baseUnit'
  | 'supplier'
  | 'supplierLot'
  | 'useBy'
  | 'receivedAt'
  | 'receivedBy'
>;

/** A delivery of goods in words: "Yoghurt 5 kg", "Dairy Co, lot 4471, use by …", "Mon 12 Jan 2026, 6:05am, Kim Lee". */
export function useLotWords() {
  const formatInstant = useFormatInstant();
  return {
    nameOf: ({ ingredient, qty, baseUnit }: Lot) =>
      `${ingredient} ${formatQuantity(qty, baseUnit)}`,
    factsOf: ({ supplier, supplierLot, useBy }: Lot) =>
      [
        supplier ?? 'supplier not written down',
        supplierLot === '' ? 'no lot code' : `lot ${supplierLot}`,
        useBy && `use by ${formatDate(useBy)}`,
      ]
        .filter(Boolean)
        .join(', '),
    receivedOf: ({ receivedAt, receivedBy }: Lot) => `${formatInstant(receivedAt)}, ${receivedBy}`,
  };
}
