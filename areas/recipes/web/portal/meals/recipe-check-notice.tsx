import type { RecipeCheckReply } from '#areas/orders/calls/recipe-alerts.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type RecipeCheckNoticeProps = {
  concerned: RecipeCheckReply;
  onSave: () => void;
  onStay: () => void;
};

/** Before a recipe is saved that people have already paid for. */
export function RecipeCheckNotice({ concerned, onSave, onStay }: RecipeCheckNoticeProps) {
  const { people, deliveries, stops } = concerned;
  return (
    <Notice tone="warning" announce="now" title="People have already paid for this meal">
      <p>
        This concerns {people === 1 ? '1 person' : `${people} people`} in{' '}
        {deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`}.
        {stops > 0 && ' Meals that no longer suit them stay on hold until you settle each one.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onSave}>
          Save and list them
        </Button>
        <Button variant="quiet" size="small" onClick={onStay}>
          Keep editing
        </Button>
      </div>
    </Notice>
  );
}
