import { useEffect, useState } from 'react';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { useMealsLocation } from './use-meals-location.ts';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 250;

export function MealFilters() {
  const { filter, setFilter } = useMealsLocation();
  return (
    <div role="search" className="flex flex-wrap gap-3">
      <MealSearchField />
      <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        <select
          aria-label="Meal type"
          value={filter.type ?? ''}
          onChange={(event) => setFilter({ type: event.target.value })}
          className={`${CONTROL_CLASS} sm:w-auto`}
        >
          <option value="">All types</option>
          <option value="lunch">Lunch</option>
          <option value="dinner">Dinner</option>
        </select>
        <select
          aria-label="Which meals"
          value={filter.show}
          onChange={(event) =>
            setFilter({ show: event.target.value === 'current' ? '' : event.target.value })
          }
          className={`${CONTROL_CLASS} sm:w-auto`}
        >
          <option value="current">Current meals</option>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
          <option value="archived">Archived</option>
        </select>
      </div>
    </div>
  );
}

function MealSearchField() {
  const { filter, setFilter } = useMealsLocation();
  const [text, setText] = useState(filter.q);

  useEffect(() => {
    if (text.trim() === filter.q) return undefined;
    const asking = setTimeout(() => setFilter({ q: text.trim() }), PAUSE_MS);
    return () => clearTimeout(asking);
  }, [text, filter.q, setFilter]);

  return <SearchField label="Search meals" value={text} onChange={setText} />;
}
