import { useMutation } from '@tanstack/react-query';
import { type StaffMealReply, updateMeal } from '#contract/meals.ts';
import { call } from '#web/api/client.ts';
import { mealRequestOf } from '#web/api/portal/staff-meals.ts';
import { Switch } from '#web/ui/form/switch.tsx';
import { useMealChange } from './use-meal-change.ts';

export function ActiveSwitch({ meal }: { meal: StaffMealReply }) {
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
