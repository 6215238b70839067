import { useState } from 'react';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { ProblemList } from './problem-list.tsx';

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
