import { Link } from 'react-router';
import { type StaffMealReply, updateMeal } from '#contract/meals.ts';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { DataTable } from '#web/ui/layout/data-table.tsx';
import { Price } from '#web/ui/food/price.tsx';
import { MealActions } from './meal-actions.tsx';
import { MealPicture } from './picture/meal-picture.tsx';
import { useMealsLocation } from './use-meals-location.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { mealRequestOf } from '#web/api/portal/staff-meals.ts';
import { Switch } from '#web/ui/form/switch.tsx';
import { useMealChange } from './use-meal-change.ts';

const TYPE_LABELS = { lunch: 'Lunch', dinner: 'Dinner' };

export function MealTable({ meals }: { meals: readonly StaffMealReply[] }) {
  return (
    <DataTable
      caption="Meals"
      rows={meals}
      keyOf={({ id }) => id}
      columns={[
        { name: 'meal', header: 'Meal', isPlain: true, cell: (meal) => <MealName meal={meal} /> },
        { name: 'type', header: 'Type', cell: ({ mealType }) => TYPE_LABELS[mealType] },
        {
          name: 'price',
          header: 'Price',
          align: 'end',
          cell: ({ price }) => <Price amount={price} />,
        },
        { name: 'calories', header: 'Cal', align: 'end', cell: ({ calories }) => calories },
        { name: 'protein', header: 'Protein', align: 'end', cell: ({ protein }) => `${protein} g` },
        {
          name: 'active',
          header: 'On the menu',
          cell: (meal) =>
            meal.archivedAt === null ? (
              <ActiveSwitch meal={meal} />
            ) : (
              <Badge variant="outline">Archived</Badge>
            ),
        },
        {
          name: 'actions',
          header: <span className="sr-only">Actions</span>,
          align: 'end',
          isPlain: true,
          cell: (meal) => <MealActions meal={meal} />,
        },
      ]}
    />
  );
}

function MealName({ meal }: { meal: StaffMealReply }) {
  const { linkTo } = useMealsLocation();
  const days = availability(meal);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <MealPicture meal={meal} className="size-12 shrink-0 rounded-full object-cover" />
      <div className="min-w-0">
        <Link
          to={linkTo(meal.id)}
          className="font-semibold text-ink underline-offset-4 hover:underline"
        >
          {meal.name}
        </Link>
        <p className="text-sm text-ink-soft">
          {allergenStatement(meal.allergens)}
          {days && ` · ${days}`}
        </p>
      </div>
    </div>
  );
}

function availability({ availableFrom, availableTo }: StaffMealReply): string | null {
  const from = availableFrom && `from ${formatDayAndMonth(availableFrom)}`;
  const to = availableTo && `until ${formatDayAndMonth(availableTo)}`;
  return [from, to].filter(Boolean).join(' ') || null;
}

function ActiveSwitch({ meal }: { meal: StaffMealReply }) {
  const { id, version, name, isActive } = meal;
  const change = useMutation(
    useMealChange({
      mutationFn: (active: boolean) =>
        call(updateMeal, {
          params: { id: String(id) },
          body: { ...mealRequestOf(meal), isActive: active, version },
        }),
      verb: 'update',
      done: {
        title: 'Meal Updated',
        description: `${name} is ${isActive ? 'off' : 'on'} the menu.`,
      },
    }),
  );
  return (
    <Switch
      label={`${name} on the menu`}
      hideLabel
      checked={change.isPending ? change.variables : isActive}
      onChange={(active) => {
        if (!change.isPending) change.mutate(active);
      }}
    />
  );
}
