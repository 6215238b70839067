import { CheckChip } from '#web/ui/form/check-chip.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { type DeliveryChoice, labelOf, STATUS_FILTERS } from './filter-deliveries.ts';

type ListFilterProps = { filter: DeliveryChoice; onChange: (filter: DeliveryChoice) => void };

export function ListFilter({ filter, onChange }: ListFilterProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SearchField
        label="Name, street, suburb, phone or order number"
        value={filter.q}
        onChange={(q) => onChange({ ...filter, q })}
      />
      <select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value })}
        className="min-h-12 rounded-xl border border-control bg-surface px-3"
      >
        {STATUS_FILTERS.map((status) => (
          <option key={status} value={status}>
            {labelOf(status)}
          </option>
        ))}
      </select>
      <CheckChip
        checked={filter.withNeeds}
        onToggle={() => onChange({ ...filter, withNeeds: !filter.withNeeds })}
      >
        With allergies or diets
      </CheckChip>
    </div>
  );
}
