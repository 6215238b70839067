import { duplicateMeal, restoreMeal, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { DeleteMealButton } from './delete-meal-button.tsx';
import { useMealChange } from './use-meal-change.ts';
import { useMealsLocation } from './use-meals-location.ts';

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
