import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { type ProblemFilter, problemsQuery } from './customers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ProblemCard } from './problem-card.tsx';

type State = 'open' | 'decided';

/** What customers reported as wrong, until each is decided. */
export function ProblemsTab() {
  const [state, setState] = useState<State>('open');
  return (
    <section className="grid gap-5 py-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-xl">Problems</h2>
        <SelectField
          label="Show"
          value={state}
          onChange={({ currentTarget }) =>
            setState(currentTarget.value === 'decided' ? 'decided' : 'open')
          }
        >
          <option value="open">To decide</option>
          <option value="decided">Decided</option>
        </SelectField>
      </div>
      <ProblemList key={state} filter={{ state }} emptyTitle={EMPTY[state]} />
    </section>
  );
}

const EMPTY: Record<State, string> = {
  open: 'No problems to decide',
  decided: 'No problems decided yet',
};

type ProblemListProps = {
  filter: ProblemFilter;
  /** Null: nothing is shown when there are none. */
  emptyTitle: string | null;
};

function ProblemList({ filter, emptyTitle }: ProblemListProps) {
  return (
    <Loaded query={useQuery(problemsQuery(filter))} what="the problems">
      {({ problems }) => (
        <>
          {problems.length === 0 && emptyTitle !== null && (
            <EmptyState title={emptyTitle}>
              Customers report problems on their order’s page, from the delivery on.
            </EmptyState>
          )}
          <ul className="grid gap-4">
            {problems.map((problem) => (
              <ProblemCard key={problem.id} problem={problem} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
