import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { StaleMeal } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { mealFieldLabel } from './meal-field-labels.ts';

type StaleMealNoticeProps = {
  stale: StaleMeal;
  /** Refills the form with the meal as it is now. */
  onLoad: (theirs: StaffMealReply) => void;
  /** Keeps what is in the form: the next save overwrites theirs. */
  onKeep: (theirs: StaffMealReply) => void;
};

export function StaleMealNotice({ stale, onLoad, onKeep }: StaleMealNoticeProps) {
  const { changedBy, changedFields, meal } = stale;
  const labels = changedFields.flatMap((field) => mealFieldLabel(field) ?? []);
  return (
    <Notice tone="warning" announce="now" title="Not saved: someone else changed this meal">
      <p>
        <span className="break-all">{changedBy ?? 'Someone'}</span> changed{' '}
        {labels.length > 0 ? new Intl.ListFormat('en-AU').format(labels) : 'it'} after you opened
        it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => onLoad(meal)}>
          Load their version
        </Button>
        <Button variant="quiet" size="small" onClick={() => onKeep(meal)}>
          Keep mine
        </Button>
      </div>
    </Notice>
  );
}
