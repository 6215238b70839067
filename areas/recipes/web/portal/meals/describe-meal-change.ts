import type { ChangeReply } from '#platform/calls/audit.ts';
import { changedFields } from '#platform/rules/describe-change.ts';
import { mealFieldLabel } from './meal-field-labels.ts';

/** Longer texts would bury the rest. */
const LONGEST_SHOWN = 60;

/** "Price: 14.49 → 14.99", one line a field; nothing for a meal that was just created. */
export function mealChangeDetails(change: ChangeReply): string[] {
  if (change.before === null || change.after === null) return [];
  return changedFields(change).flatMap(({ field, before, after }) => {
    const label = mealFieldLabel(field);
    if (label === null) return [];
    const [was, is] = [valueText(before), valueText(after)];
    const isLong = was.length > LONGEST_SHOWN || is.length > LONGEST_SHOWN;
    return [isLong ? `${label}: rewritten` : `${label}: ${was} → ${is}`];
  });
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
