import { mealCount, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';

type RemovePersonDialogProps = {
  person: Person | null;
  onCancel: () => void;
  onRemove: () => void;
};

export function RemovePersonDialog({ person, onCancel, onRemove }: RemovePersonDialogProps) {
  const meals = person ? mealCount([person]) : 0;
  return (
    <Dialog
      open={person !== null}
      onClose={onCancel}
      title={`Remove ${person?.name ?? ''}?`}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Keep
          </Button>
          <Button variant="danger" onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        {meals === 1
          ? 'Their meal will be removed too.'
          : `Their ${meals} meals will be removed too.`}
      </p>
    </Dialog>
  );
}
