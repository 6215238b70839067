/** Beside a meal that is edited: its label, measured as it was saved. */
import { callQuery } from '#platform/web/api/call-query.ts';
import { useQuery } from '@tanstack/react-query';
import { LABEL_STOCK_NAMES } from '#areas/business/rules/label-stock.ts';
import { getMealLabel } from '#areas/printouts/calls/labels.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

const mealLabelQuery = (id: number, version: number) =>
  callQuery(['meal label', id, version], getMealLabel, { params: { id: String(id) } });

/** Nothing while it has room. `version`: measured again with each. */
export function MealLabelNotice({ id, version }: { id: number; version: number }) {
  const { data } = useQuery(mealLabelQuery(id, version));
  if (!data || data.millimetres === 0) return null;
  return (
    <Notice tone="warning" announce="polite" title="Its label needs larger stock">
      <p>
        It is {data.millimetres} mm too tall for: {LABEL_STOCK_NAMES[data.stock]}. Shorten the
        ingredients, or choose other labels under Settings.
      </p>
    </Notice>
  );
}
