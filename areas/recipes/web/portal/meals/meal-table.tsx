import { serviceTitle } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { type StaffMealReply, updateMeal } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { MealActions } from './meal-actions.tsx';
import { MealPicture } from '#areas/recipes/web/portal/meal-picture.tsx';
import { useMealsLocation } from './use-meals-location.ts';
import { call } from '#platform/web/api/client.ts';
import { mealRequestOf } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useSort } from '#platform/web/portal/list-page.tsx';
import { TickBox, type TickedRows } from '#platform/web/portal/tick-bar.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { isBare } from './meal-draft.ts';
import { useMealChange } from './edited-meal.ts';

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
