import type { RunOutRequest } from '#areas/orders/calls/run-out.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { RUN_OUT_OTHERWISE, type RunOutOtherwise } from '#areas/orders/rules/run-out.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';

const OTHERWISE: Record<RunOutOtherwise, string> = {
  leave: 'Leave them to me',
  refund: 'Refund them',
  ask: 'Ask them',
};

type RunOutFormProps = {
  meal: StaffMealReply;
  meals: readonly StaffMealReply[];
  request: RunOutRequest;
  onChange: (request: RunOutRequest) => void;
};

export function RunOutForm({ meal, meals, request, onChange }: RunOutFormProps) {
  const { from, to, action, swapWith, otherwise = 'leave' } = request;
  const others = meals.filter(
    ({ id, mealType, isActive, archivedAt }) =>
      id !== meal.id && mealType === meal.mealType && isActive && archivedAt === null,
  );
  const change = (some: Partial<RunOutRequest>) => onChange({ ...request, ...some });
  const asks = action === 'ask' || (action === 'swap' && otherwise === 'ask');

  function chooseMeal(value: string) {
    const { swapWith: _before, ...rest } = request;
    onChange(value === '' ? rest : { ...rest, swapWith: Number(value) });
  }
  function chooseAction(next: RunOutRequest['action']) {
    const { swapWith: _swap, otherwise: _otherwise, notify: _notify, ...rest } = request;
    onChange({ ...rest, action: next });
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="Deliveries from"
          value={from}
          onChange={(date) => change({ from: date, to: date > to ? date : to })}
        />
        <DateField
          label="to"
          value={to}
          onChange={(date) => change({ to: date, from: date < from ? date : from })}
        />
      </div>
      <PillChoice
        legend="What to do"
        layout="even"
        value={action}
        pills={[
          { value: 'swap', label: 'Swap' },
          { value: 'refund', label: 'Refund' },
          { value: 'ask', label: 'Ask them' },
        ]}
        onChange={chooseAction}
      />
      {action === 'swap' && (
        <SelectField
          label="Instead they get"
          hint="At the same price, and nobody gets what they are allergic to"
          value={swapWith ?? ''}
          onChange={({ currentTarget }) => chooseMeal(currentTarget.value)}
        >
          <option value="">The nearest meal for each person</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {action !== 'refund' && (
        <SelectField
          label={action === 'swap' ? 'Who can’t have it' : 'Who has nothing to choose from'}
          value={otherwise}
          onChange={({ currentTarget }) => {
            const chosen = RUN_OUT_OTHERWISE.find((each) => each === currentTarget.value);
            if (!chosen) return;
            const { notify: _notify, ...rest } = request;
            onChange({ ...(chosen === 'ask' ? rest : request), otherwise: chosen });
          }}
        >
          {RUN_OUT_OTHERWISE.filter((each) => action === 'swap' || each !== 'ask').map((each) => (
            <option key={each} value={each}>
              {OTHERWISE[each]}
            </option>
          ))}
        </SelectField>
      )}
      <div className="flex flex-wrap gap-x-6">
        <Switch
          label="Take it off the menu"
          checked={request.stopSelling ?? false}
          onChange={(stopSelling) => change({ stopSelling })}
        />
        {!asks && (
          <Switch
            label="Tell the customers"
            checked={request.notify ?? true}
            onChange={(notify) => change({ notify })}
          />
        )}
      </div>
    </div>
  );
}
