import {
  duplicateMeal,
  restoreMeal,
  type StaffMealReply,
  deleteMeal,
} from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { useMealChange } from './edited-meal.ts';
import { useMealsLocation } from './use-meals-location.ts';
import type { ComponentProps } from 'react';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';

export function MealActions({ meal }: { meal: StaffMealReply }) {
  const { id, name, archivedAt } = meal;
  const { linkTo, linkToLimits, linkToRunOut } = useMealsLocation();
  const maySettle = useMayDo('settleRunOut');
  const navigate = useNavigate();
  const duplicate = useMealChange(() => call(duplicateMeal, { params: { id: String(id) } }), {
    verb: 'create',
    done: { title: 'Meal Created', description: `A copy of ${name}, not on the menu yet.` },
    onDone: (copy) => void navigate(linkTo(copy.id)),
  });
  const restore = useMealChange(() => call(restoreMeal, { params: { id: String(id) } }), {
    verb: 'update',
    done: { title: 'Meal Restored', description: `${name} is back, not on the menu yet.` },
  });

  return (
    <div className="flex flex-wrap gap-1 max-md:-mx-3 md:justify-end xl:flex-nowrap">
      {archivedAt === null ? (
        <>
          <Link
            to={linkTo(id)}
            aria-label={`Edit ${name}`}
            className={buttonClass('quiet', 'small')}
          >
            Edit
          </Link>
          <Link
            to={linkToLimits(id)}
            aria-label={`Limit ${name}…`}
            className={buttonClass('quiet', 'small')}
          >
            Limit…
          </Link>
          {maySettle && (
            <Link
              to={linkToRunOut(id)}
              aria-label={`Run out of ${name}…`}
              className={buttonClass('quiet', 'small')}
            >
              Run out…
            </Link>
          )}
          <Button
            variant="quiet"
            size="small"
            busy={duplicate.isBusy}
            aria-label={`Duplicate ${name}`}
            onClick={() => duplicate.run()}
          >
            Duplicate
          </Button>
          <DeleteMealButton meal={meal} aria-label={`Delete ${name}`}>
            Delete
          </DeleteMealButton>
        </>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={restore.isBusy}
          aria-label={`Restore ${name}`}
          onClick={() => restore.run()}
        >
          Restore
        </Button>
      )}
    </div>
  );
}

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
