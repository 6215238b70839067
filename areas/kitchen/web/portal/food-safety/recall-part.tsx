import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState, type SubmitEvent } from 'react';
import {
  type GoodsLotReply,
  type TraceReply,
  traceMeals,
  listRecallRuns,
} from '#areas/kitchen/calls/goods.ts';
import { isPlainDate, formatDate } from '#platform/rules/plain-date.ts';
import { goodsQuery, RECALL_RUNS_KEY } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useLotWords, RecallResult } from './recall-result.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { freshQuery } from '#platform/web/api/call-query.ts';

export function RecallPart() {
  const [params, setParams] = useSearchParams();
  const chosen = Number(params.get('lot'));
  function choose(id: number | null) {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('lot');
    else next.set('lot', String(id));
    setParams(next);
  }
  if (Number.isInteger(chosen) && chosen > 0)
    return <RecallResult key={chosen} id={chosen} onClose={() => choose(null)} />;
  return (
    <div className="grid gap-8 py-5">
      <FindGoods onChoose={choose} />
      <TraceOrder />
      <RecallRuns />
    </div>
  );
}

function FindGoods({ onChoose }: { onChoose: (id: number) => void }) {
  const [search, setSearch] = useState('');
  const [day, setDay] = useState('');
  const isSearched = search.trim() !== '' || day !== '';
  const goods = useQuery(
    goodsQuery({ search: search.trim(), ...(isPlainDate(day) && { receivedOn: day }) }),
  );
  return (
    <section aria-labelledby="find-goods" className="grid gap-3">
      <h2 id="find-goods" className="text-xl">
        Recall: which goods?
      </h2>
      <div className="grid items-end gap-3 sm:flex">
        <SearchField
          label="Ingredient, supplier or lot code"
          value={search}
          maxLength={80}
          onChange={setSearch}
        />
        <DateField label="Received on" inline value={day} onChange={setDay} />
      </div>
      <Loaded query={goods} what="the goods">
        {({ lots, isCut }) => (
          <>
            {lots.length === 0 ? (
              <EmptyState title={isSearched ? 'No such goods' : 'No goods yet'}>
                Goods are taken in under Shopping, Goods in.
                {isSearched && ' Try fewer letters, or no day.'}
              </EmptyState>
            ) : (
              <GoodsTable lots={lots} onChoose={onChoose} />
            )}
            {isCut && (
              <p className="text-ink-soft">
                Only the newest are shown. Type more to narrow the list.
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

type GoodsTableProps = { lots: readonly GoodsLotReply[]; onChoose: (id: number) => void };

function GoodsTable({ lots, onChoose }: GoodsTableProps) {
  const { nameOf, factsOf, receivedOf } = useLotWords();
  const columns: Column<GoodsLotReply>[] = [
    { name: 'goods', header: 'Goods', cell: (lot) => <strong>{nameOf(lot)}</strong> },
    { name: 'facts', header: 'Lot', cell: factsOf },
    { name: 'received', header: 'Received', cell: receivedOf },
    {
      name: 'recall',
      header: 'Recall',
      isPlain: true,
      cell: (lot) =>
        lot.accepted ? (
          <Button variant="secondary" onClick={() => onChoose(lot.id)}>
            Where did it go?<span className="sr-only"> {nameOf(lot)}</span>
          </Button>
        ) : (
          'Refused, never used'
        ),
    },
  ];
  return (
    <DataTable
      caption="Goods received"
      columns={columns}
      rows={lots}
      keyOf={({ id }) => id}
      isFaded={({ accepted }) => !accepted}
    />
  );
}

function RecallRuns() {
  const { data } = useQuery(freshQuery(RECALL_RUNS_KEY, listRecallRuns));
  const formatInstant = useFormatInstant();
  if (!data) return null;
  return (
    <section aria-labelledby="recall-runs" className="grid gap-2">
      <h2 id="recall-runs" className="text-xl">
        Drills and recalls
      </h2>
      {data.runs.length === 0 && (
        <p>None yet. Choose any goods above and press “This is a drill”.</p>
      )}
      <ul className="grid gap-1">
        {data.runs.map(({ at, by, isDrill, ingredient, deliveries, portions, tookMs }) => (
          <li key={`${at} ${ingredient}`}>
            <strong>{isDrill ? 'Drill' : 'Recall'}</strong>: {ingredient}, {formatInstant(at)}, {by}
            . Found {deliveries} deliveries, {portions} portions in {(tookMs / 1000).toFixed(1)} s.
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Backwards: what was in the meals of an order, and who supplied it. */
function TraceOrder() {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<string | null>(null);
  const { data, error, isFetching } = useQuery({
    ...freshQuery(['meal-traces', order], traceMeals, { query: { order: order ?? '' } }),
    retry: false,
    enabled: order !== null,
  });
  function find(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() !== '') setOrder(text.trim());
  }
  return (
    <section aria-labelledby="trace-order" className="grid gap-3">
      <h2 id="trace-order" className="text-xl">
        Someone fell ill: what was in their meals?
      </h2>
      <form onSubmit={find} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Order number"
          maxLength={20}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="secondary" busy={isFetching}>
          Find the goods
        </Button>
      </form>
      {error && !isFetching && (
        <Notice tone="error" announce="now">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {data && order !== null && <TracedMeals traced={data} />}
    </section>
  );
}

function TracedMeals({ traced }: { traced: TraceReply }) {
  const { nameOf, factsOf } = useLotWords();
  return (
    <ul className="grid gap-4" role="status">
      {traced.meals.map(({ mealId, name, date, isTicked, lots }) => (
        <li key={`${mealId} ${date}`} className="grid gap-1">
          <h3 className="text-lg font-semibold">
            {name}, {formatDate(date)}
          </h3>
          {!isTicked && (
            <p className="text-warning">
              Nobody ticked it off: these goods were in the house that day.
            </p>
          )}
          {lots.length === 0 && <p>No goods are known for it.</p>}
          <ul className="grid gap-1">
            {lots.map((lot) => (
              <li key={lot.id}>
                {nameOf(lot)}, {factsOf(lot)}: {lot.isCertain ? 'certain' : 'possible'}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
