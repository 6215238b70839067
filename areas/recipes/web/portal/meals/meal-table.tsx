import { serviceTitle } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  type StaffMealReply,
  updateMeal,
  duplicateMeal,
  restoreMeal,
  deleteMeal,
} from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { MealPicture } from '#areas/recipes/web/portal/meal-picture.tsx';
import { call } from '#platform/web/api/client.ts';
import { mealRequestOf } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useSort } from '#platform/web/portal/list-page.tsx';
import { TickBox, type TickedRows } from '#platform/web/portal/tick-bar.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { isBare, useMealChange } from '#areas/recipes/web/portal/meals/meal-draft.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { useNavigate, useSearchParams, withValues } from '#platform/web/navigation/address.ts';
import type { ComponentProps } from 'react';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';

const ACTIONS: Column<StaffMealReply> = {
  name: 'actions',
  header: <span className="sr-only">Actions</span>,
  align: 'end',
  isPlain: true,
  cell: (meal) => <MealActions meal={meal} />,
};

type MealTableProps = {
  meals: readonly StaffMealReply[];
  /** By meal: "40 a day; Tue 13 Jan 38 sold, 2 held". */
  limits: ReadonlyMap<number, string>;
  /** Null: nothing is done with many at once. */
  ticked: TickedRows | null;
};

export function MealTable({ meals, limits, ticked }: MealTableProps) {
  const isEditor = useMayDo('editMeals');
  const { business } = useConfig();
  return (
    <DataTable
      caption="Meals"
      rows={meals}
      keyOf={({ id }) => id}
      sorted={useSort().sorted}
      columns={[
        {
          name: 'meal',
          header: 'Meal',
          isPlain: true,
          sorts: 'up',
          by: ({ name }) => name.toLowerCase(),
          cell: (meal) => <MealName meal={meal} limits={limits.get(meal.id)} ticked={ticked} />,
        },
        { name: 'type', header: 'Type', cell: ({ mealType }) => serviceTitle(mealType, business) },
        {
          name: 'price',
          header: 'Price',
          align: 'end',
          sorts: 'up',
          by: ({ price }) => Number(price),
          cell: ({ price }) => <Price amount={price} />,
        },
        {
          name: 'calories',
          header: 'Cal',
          align: 'end',
          sorts: 'up',
          by: (meal) => (isBare(meal) ? null : meal.calories),
          cell: (meal) => (isBare(meal) ? '–' : meal.calories),
        },
        {
          name: 'protein',
          header: 'Protein',
          align: 'end',
          sorts: 'down',
          by: (meal) => (isBare(meal) ? null : meal.protein),
          cell: (meal) => (isBare(meal) ? '–' : `${meal.protein} g`),
        },
        {
          name: 'active',
          header: 'On the menu',
          cell: (meal) =>
            meal.archivedAt === null && isEditor ? (
              <ActiveSwitch meal={meal} />
            ) : (
              <Badge variant="outline">{stateOf(meal)}</Badge>
            ),
        },
        ...(isEditor ? [ACTIONS] : []),
      ]}
    />
  );
}

type MealNameProps = Pick<MealTableProps, 'ticked'> & {
  meal: StaffMealReply;
  limits: string | undefined;
};

function MealName({ meal, limits, ticked }: MealNameProps) {
  const days = availability(meal);
  return (
    <div className="flex min-w-0 items-center gap-3">
      {ticked && meal.archivedAt === null && (
        <TickBox
          label={`Tick ${meal.name}`}
          checked={ticked.isTicked(meal.id)}
          onTick={(isRange) => ticked.tick(meal.id, isRange)}
          className="-mx-3 min-h-11"
        />
      )}
      <MealPicture meal={meal} className="size-12 shrink-0 rounded-full object-cover" />
      <div className="min-w-0">
        <MealLink meal={meal} />
        <p className="text-sm text-ink-soft">
          {allergenStatement(meal.allergens)}
          {days && ` · ${days}`}
        </p>
        {limits && <p className="text-sm font-semibold tabular-nums">{limits}</p>}
        {meal.notPublic && (
          <p className="text-sm font-semibold text-danger">
            Not on the menu: {meal.notPublic.map(({ message }) => message).join(' ')}
          </p>
        )}
      </div>
    </div>
  );
}

/** To the editor; for those who only look things up, to the page that customers see, while there is one. */
function MealLink({ meal }: { meal: StaffMealReply }) {
  const { linkTo } = useMealsLocation();
  const isEditor = useMayDo('editMeals');
  const look = 'font-semibold text-ink underline-offset-4 hover:underline';
  if (isEditor) {
    return (
      <Link to={linkTo(meal.id)} className={look}>
        {meal.name}
      </Link>
    );
  }
  if (stateOf(meal) !== 'On') return <span className="font-semibold">{meal.name}</span>;
  return (
    <a href={paths.meal(meal.slug)} className={look}>
      {meal.name}
    </a>
  );
}

function stateOf({ archivedAt, isActive }: StaffMealReply): 'Archived' | 'On' | 'Off' {
  if (archivedAt !== null) return 'Archived';
  return isActive ? 'On' : 'Off';
}

function availability({ availableFrom, availableTo }: StaffMealReply): string | null {
  const from = availableFrom && `from ${formatDayAndMonth(availableFrom)}`;
  const to = availableTo && `until ${formatDayAndMonth(availableTo)}`;
  return [from, to].filter(Boolean).join(' ') || null;
}

function ActiveSwitch({ meal }: { meal: StaffMealReply }) {
  const { id, version, name, isActive } = meal;
  const change = useMealChange(
    (active: boolean) =>
      call(updateMeal, {
        params: { id: String(id) },
        body: { ...mealRequestOf(meal), isActive: active, version },
      }),
    {
      verb: 'update',
      done: {
        title: 'Meal Updated',
        description: `${name} is ${isActive ? 'off' : 'on'} the menu.`,
      },
    },
  );
  return (
    <Switch
      label={`${name} on the menu`}
      hideLabel
      checked={change.isBusy ? (change.given ?? isActive) : isActive}
      onChange={change.run}
    />
  );
}

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

const MEAL_SHOWS = ['current', 'active', 'inactive', 'archived'] as const;
export type MealShow = (typeof MEAL_SHOWS)[number];

type MealFilter = { q: string; type: MealType | null; show: MealShow };

export function useMealsLocation() {
  const [params, setParams] = useSearchParams();
  const open = params.get('meal');
  const ranOut = params.get('runOut');
  const limited = params.get('limit');

  type Change = Parameters<typeof withValues>[1];
  const linkWith = (change: Change) => `?${withValues(params, change).toString()}`;
  const set = (change: Change) => setParams(withValues(params, change), { replace: true });
  const linkTo = (meal: number | 'new' | null) =>
    linkWith({ recipe: null, meal: meal === null ? null : String(meal) });

  return {
    filter: filterOf(params),
    setFilter: (change: Partial<Record<'type' | 'show', string>>) => set(change),
    openMeal: openMealOf(open),
    linkTo,
    /** For a new meal: by the form of all fields. */
    isWithoutRecipe: params.get('recipe') === 'none',
    linkWithoutRecipe: `${linkTo('new')}&recipe=none`,
    /** `from`: the first day of it; null: today. */
    ranOut: ranOut === null ? null : { mealId: Number(ranOut), from: params.get('date') },
    linkToRunOut: (mealId: number) => linkWith({ runOut: String(mealId) }),
    limitedId: limited === null ? null : Number(limited),
    linkToLimits: (mealId: number) => linkWith({ limit: String(mealId) }),
    closeLimits: () => set({ limit: null }),
    closeRunOut: () => set({ runOut: null, date: null }),
  };
}

/** NaN if the address names an impossible meal. */
function openMealOf(text: string | null): number | 'new' | null {
  if (text === null || text === 'new') return text;
  return Number(text);
}

function filterOf(params: URLSearchParams): MealFilter {
  return {
    q: params.get('q') ?? '',
    type: MEAL_TYPES.find((type) => type === params.get('type')) ?? null,
    show: MEAL_SHOWS.find((show) => show === params.get('show')) ?? 'current',
  };
}
