import {
  ALLERGEN_GROUPS,
  type AllergenGroup,
  FURTHER_GROUPS,
  groupState,
  toggleGroup,
} from '#areas/needs/rules/allergens.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { AvoidField } from '#areas/needs/web/avoid-field.tsx';

type CantHaveFieldsProps = {
  name: string;
  needs: Pick<FoodNeeds, 'allergens' | 'avoid'>;
  onChange: (needs: Partial<FoodNeeds>) => void;
};

export function CantHaveFields({ name, needs, onChange }: CantHaveFieldsProps) {
  const tick = (group: AllergenGroup) => (
    <GroupTick
      key={group.name}
      group={group}
      state={groupState(needs.allergens, group)}
      onToggle={() => onChange({ allergens: toggleGroup(needs.allergens, group) })}
    />
  );
  return (
    <>
      <fieldset className="grid min-w-0 gap-1">
        <legend className="font-semibold">{name} can’t have</legend>
        <div className="flex flex-wrap gap-x-5">{ALLERGEN_GROUPS.map(tick)}</div>
        <details>
          <summary className="flex min-h-11 items-center font-semibold text-primary underline underline-offset-4">
            More allergens
          </summary>
          <div className="flex flex-wrap gap-x-5">{FURTHER_GROUPS.map(tick)}</div>
        </details>
      </fieldset>
      <AvoidField name={name} needs={needs} onChange={onChange} />
    </>
  );
}

type GroupTickProps = {
  group: AllergenGroup;
  state: ReturnType<typeof groupState>;
  onToggle: () => void;
};

function GroupTick({ group, state, onToggle }: GroupTickProps) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        ref={(box) => {
          if (box) box.indeterminate = state === 'partly';
        }}
        checked={state === 'on'}
        onChange={onToggle}
      />
      {group.name}
    </label>
  );
}
