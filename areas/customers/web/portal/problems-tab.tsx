import { useQuery } from '@tanstack/react-query';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { ListPage, useAddressValue } from '#platform/web/portal/list-page.tsx';
import { problemsQuery } from './customers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ProblemCard } from './problem-card.tsx';

/** What customers reported as wrong, until each is decided. */
export function ProblemsTab() {
  const [given, setState] = useAddressValue('state');
  const state = given === 'decided' ? 'decided' : 'open';
  return (
    <ListPage
      title="Problems"
      what="the problems"
      actions={
        <SelectField
          label="Show"
          value={state}
          onChange={({ currentTarget: { value } }) => setState(value === 'decided' ? value : '')}
        >
          <option value="open">To decide</option>
          <option value="decided">Decided</option>
        </SelectField>
      }
      list={useQuery(problemsQuery({ state }))}
      rowsOf={({ problems }) => problems}
      empty={
        <EmptyState title={state === 'open' ? 'No problems to decide' : 'No problems decided yet'}>
          Customers report problems on their order’s page, from the delivery on.
        </EmptyState>
      }
    >
      {(problems) => (
        <ul className="grid gap-4">
          {problems.map((problem) => (
            <ProblemCard key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
