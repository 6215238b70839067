import type { ComponentProps } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { deleteMeal, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';
import { useMealChange } from './use-meal-change.ts';

type DeleteMealButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  meal: StaffMealReply;
  onDeleted?: () => void;
};

export function DeleteMealButton({
  meal: { id, name },
  onDeleted,
  ...button
}: DeleteMealButtonProps) {
  const removing = useMealChange(() => call(deleteMeal, { params: { id: String(id) } }), {
    verb: 'delete',
    done: { title: 'Meal Deleted', description: `${name} is now under Archived.` },
    onDone: () => onDeleted?.(),
  });
  async function ask() {
    const isSure = await confirm({
      title: `Delete ${name}`,
      text: (
        <>
          <p>Are you sure you want to delete this meal? This action cannot be undone.</p>
          <p>It moves to Archived, where you can restore it.</p>
        </>
      ),
      act: 'Delete',
    });
    if (isSure) removing.run();
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className="text-danger!"
      {...button}
      busy={removing.isBusy}
      onClick={() => void ask()}
    />
  );
}
