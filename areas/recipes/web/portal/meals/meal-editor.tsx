import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { ReactNode } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { staffMealQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { DeleteMealButton, MealActions, useMealsLocation } from './meal-table.tsx';
import { MealLabelNotice } from '#areas/printouts/web/portal/meal-label-notice.tsx';
import { MealForm } from './meal-form.tsx';
import { NewMealByRecipe } from './new-meal-by-recipe.tsx';
import { auditActionText, changedByText, changedFields } from '#platform/rules/audit-actions.ts';
import { changesQuery } from '#platform/web/api/audit-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ChangeList } from '#platform/web/ui/layout/change-list.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { DerivedPanel } from '#areas/recipes/web/derived-panel.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useDerivedMeal } from '#areas/recipes/web/portal/recipe-queries.ts';
import type { ChangeReply } from '#platform/calls/audit.ts';
import { mealFieldLabel } from './meal-draft.tsx';

export function MealEditor({ id }: { id: number | 'new' }) {
  if (id === 'new') return <NewMeal />;
  return <KnownMealEditor id={id} />;
}

/** Recipe first; the form of all fields for who wants no recipe, or may not write one. */
function NewMeal() {
  const mayWriteRecipes = useMayDo('editRecipes');
  const { isWithoutRecipe, linkWithoutRecipe } = useMealsLocation();
  return isWithoutRecipe || !mayWriteRecipes ? (
    <EditorFrame heading="New meal without a recipe">
      <MealForm meal={null} />
    </EditorFrame>
  ) : (
    <EditorFrame
      heading="New meal"
      action={
        <Link to={linkWithoutRecipe} className={buttonClass('quiet', 'small')}>
          Without a recipe
        </Link>
      }
    >
      <NewMealByRecipe />
    </EditorFrame>
  );
}

function KnownMealEditor({ id }: { id: number }) {
  const query = useQuery(staffMealQuery(id));
  return (
    <EditorFrame
      heading={query.data?.name ?? 'Meal'}
      action={query.data && <EditorActions meal={query.data} />}
    >
      <Loaded query={query} what="the meal" kind="form">
        {(meal) =>
          meal ? (
            <div className="grid gap-8 lg:grid-cols-[1fr_20rem]">
              {meal.archivedAt === null ? <MealForm meal={meal} /> : <ArchivedNotice meal={meal} />}
              <div className="grid content-start gap-8">
                <MealLabelNotice id={id} version={meal.version} />
                <MealRecipePanel meal={meal} />
                <MealHistory id={id} />
              </div>
            </div>
          ) : (
            <EmptyState title="This meal does not exist">Check the address.</EmptyState>
          )
        }
      </Loaded>
    </EditorFrame>
  );
}

type EditorFrameProps = { heading: string; action?: ReactNode; children: ReactNode };

function EditorFrame({ heading, action, children }: EditorFrameProps) {
  const { linkTo } = useMealsLocation();
  return (
    <div className="grid gap-5">
      <div>
        <Link
          to={linkTo(null)}
          className="inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
        >
          ← All meals
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-2xl">{heading}</h2>
          {action}
        </div>
      </div>
      {children}
    </div>
  );
}

function EditorActions({ meal }: { meal: StaffMealReply }) {
  const { linkTo } = useMealsLocation();
  const navigate = useNavigate();
  if (meal.archivedAt !== null) return null;
  return (
    <DeleteMealButton meal={meal} onDeleted={() => void navigate(linkTo(null))}>
      Delete meal
    </DeleteMealButton>
  );
}

function ArchivedNotice({ meal }: { meal: StaffMealReply }) {
  const { linkTo } = useMealsLocation();
  return (
    <div className="grid content-start gap-4">
      <Notice tone="warning" title="This meal is archived">
        <p>Past orders still show it. Restore it to edit or sell it.</p>
      </Notice>
      <div className="flex flex-wrap gap-3">
        <MealActions meal={meal} />
        <Link to={linkTo(null)} className={buttonClass('quiet', 'small')}>
          All meals
        </Link>
      </div>
    </div>
  );
}

function MealHistory({ id }: { id: number }) {
  const formatInstant = useFormatInstant();
  return (
    <section aria-labelledby="history-heading" className="grid content-start gap-3">
      <h3 id="history-heading" className="text-lg">
        Changes
      </h3>
      <Loaded query={useQuery(changesQuery('meal', String(id)))} what="the changes">
        {({ changes, nextCursor }) => (
          <>
            <ChangeList
              changes={changes.map((change) => ({
                key: change.id,
                who: changedByText(change),
                when: formatInstant(change.at),
                what: auditActionText(change.action),
                details: mealChangeDetails(change),
              }))}
            />
            {changes.length === 0 && <p className="text-ink-soft">No changes yet.</p>}
            {nextCursor !== null && (
              <p className="text-sm text-ink-soft">Older changes are not shown.</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function MealRecipePanel({ meal }: { meal: StaffMealReply }) {
  const { derived, query, mayLook } = useDerivedMeal(meal);
  const mayEdit = useMayDo('editRecipes');
  if (!mayLook) return null;
  return (
    <section aria-labelledby="recipe-heading" className="grid content-start gap-3">
      <h3 id="recipe-heading" className="text-lg">
        Recipe
      </h3>
      <Loaded query={query} what="the recipe" kind="detail">
        {() =>
          derived ? (
            <DerivedPanel meal={meal} derived={derived} price={meal.price} />
          ) : (
            <p className="text-ink-soft">
              No recipe yet. With one, the portal works out allergens, nutrition and cost.
            </p>
          )
        }
      </Loaded>
      {meal.archivedAt === null && derived !== undefined && (
        <div>
          <Link
            to={paths.admin({ tab: 'cookbook', part: 'meals', open: meal.id })}
            className={buttonClass('secondary', 'small')}
          >
            {recipeLink(derived === null, mayEdit)}
          </Link>
        </div>
      )}
    </section>
  );
}

function recipeLink(isNew: boolean, mayEdit: boolean): string {
  if (!mayEdit) return 'Open the recipe';
  return isNew ? 'Add a recipe' : 'Edit the recipe, or take it over';
}

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
