import { useMutation } from '@tanstack/react-query';
import { deleteMeal, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useMealChange } from './use-meal-change.ts';

type DeleteMealDialogProps = {
  meal: StaffMealReply;
  open: boolean;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteMealDialog({ meal, open, onClose, onDeleted }: DeleteMealDialogProps) {
  const remove = useMutation({
    ...useMealChange({
      mutationFn: () => call(deleteMeal, { params: { id: String(meal.id) } }),
      verb: 'delete',
      done: { title: 'Meal Deleted', description: `${meal.name} is now under Archived.` },
      onSuccess: () => onDeleted?.(),
    }),
    onMutate: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${meal.name}`}
      confirmLabel="Delete"
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>Are you sure you want to delete this meal? This action cannot be undone.</p>
      <p>It moves to Archived, where you can restore it.</p>
    </ConfirmDialog>
  );
}
