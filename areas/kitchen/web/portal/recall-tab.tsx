import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { goodsQuery } from '#areas/kitchen/web/portal/food-safety-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useLotWords } from './lot-words.ts';
import { RecallResult } from './recall-result.tsx';
import { RecallRuns } from './recall-runs.tsx';
import { TraceOrder } from './trace-order.tsx';

/** From goods to the people who got them, and back. */
export function RecallTab() {
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
                Goods are taken in on the page Food safety.
                {isSearched && ' Try fewer letters, or no day.'}
              </EmptyState>
            ) : (
              <GoodsTable lots={lots} onChoose={onChoose} />
            )}
            {isCut && <p className="text-ink-soft">Only the newest are shown. Type more of it.</p>}
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
