import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { TraceReply } from '#areas/kitchen/calls/recall.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { mealTracesQuery } from '#areas/kitchen/web/portal/recall-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useLotWords } from './lot-words.ts';

/** Backwards: what was in the meals of an order, and who supplied it. */
export function TraceOrder() {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<string | null>(null);
  const { data, error, isFetching } = useQuery({
    ...mealTracesQuery({ order: order ?? '' }),
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
