import { useEffect, useRef } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { mealChoices } from './meal-choices.ts';
import {
  chooseMeal,
  type ItemEdit,
  moveDelivery,
  moveMeal,
  removeItem,
  renamePerson,
} from './order-edit.ts';
import {
  needsInEdit,
  clashKey,
  giveReason,
  LONGEST_REASON,
  SHORTEST_REASON,
} from './people-edit.ts';
import type { OrderEditing } from './use-order-edit.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { clashSentence } from '#areas/order-book/rules/food-check.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type ItemRowProps = {
  item: ItemEdit;
  index: number;
  order: AdminOrderReply;
  meals: readonly MealReply[];
  /** Of the datalist that suggests names. */
  namesId: string;
  editing: OrderEditing;
};

export function ItemRow({ item, index, order, meals, namesId, editing }: ItemRowProps) {
  const { problems, change } = editing;
  const rowRef = useRef<HTMLLIElement>(null);
  const isNew = item.mealId === null;
  const agreed = order.orderItems.find(({ id }) => id === item.id);
  const choices = mealChoices(meals, agreed, needsInEdit(editing.edit, order, item));
  const problemOf = (field: string) => problems[`orderItems.${index}.${field}`] ?? null;

  useEffect(() => {
    if (isNew) rowRef.current?.querySelector('select')?.focus();
    // Only a row that has just been added.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return (
    <li
      ref={rowRef}
      aria-label={`Meal ${index + 1}`}
      className="grid grid-cols-2 items-start gap-3 border-t border-line pt-3 sm:grid-cols-6 xl:grid-cols-[3fr_6fr_10rem_10rem_auto]"
    >
      <div className="col-span-2 xl:col-span-1">
        <TextField
          label="Person"
          value={item.personName}
          list={namesId}
          maxLength={80}
          error={problemOf('personName')}
          onChange={({ target }) => change((edit) => renamePerson(edit, item.key, target.value))}
        />
      </div>
      <div className="col-span-2 sm:col-span-4 xl:col-span-1">
        <SelectField
          label="Meal"
          value={item.mealId ?? ''}
          error={problemOf('mealId') ?? problemOf('mealType')}
          onChange={({ target }) => {
            const meal = choices.find(({ id }) => id === Number(target.value));
            if (meal) change((edit) => chooseMeal(edit, item.key, meal));
          }}
        >
          {item.mealId === null && <option value="">Choose a meal</option>}
          <MealOptions
            label="Lunch"
            choices={choices.filter(({ mealType }) => mealType === 'lunch')}
          />
          <MealOptions
            label="Dinner"
            choices={choices.filter(({ mealType }) => mealType === 'dinner')}
          />
        </SelectField>
      </div>
      <div className="sm:col-span-2 xl:col-span-1">
        <DateField
          label="Delivered"
          value={item.deliveryDate}
          error={problemOf('deliveryDate')}
          onChange={(date) => change((edit) => moveDelivery(edit, item.key, date))}
        />
      </div>
      <div className="sm:col-span-2 xl:col-span-1">
        <DateField
          label="Eaten"
          value={item.mealDate}
          error={problemOf('mealDate')}
          onChange={(date) => change((edit) => moveMeal(edit, item.key, date, order.deliveryType))}
        />
      </div>
      <Button
        variant="quiet"
        size="small"
        className="col-span-2 min-h-12 px-3 sm:col-span-2 sm:mt-8 xl:col-span-1"
        onClick={() => change((edit) => removeItem(edit, item.key))}
      >
        Remove<VisuallyHidden> meal {index + 1}</VisuallyHidden>
      </Button>
      <ItemFood item={item} editing={editing} />
    </li>
  );
}

function MealOptions({
  label,
  choices,
}: {
  label: string;
  choices: ReturnType<typeof mealChoices>;
}) {
  return (
    <optgroup label={label}>
      {choices.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </optgroup>
  );
}

/** Why the server refused this meal for its person, and what staff can do about it. */
function ItemFood({ item, editing }: { item: ItemEdit; editing: OrderEditing }) {
  const { edit, unsuitable, change } = editing;
  const isThis = (refused: { mealId: number; personName: string }) =>
    refused.mealId === item.mealId && personKey(refused.personName) === personKey(item.personName);
  const clash = unsuitable.clashes.find(isThis);
  const past = unsuitable.pastTheirDay.find(
    (refused) =>
      isThis(refused) &&
      refused.mealDate === item.mealDate &&
      refused.deliveryDate === item.deliveryDate,
  );
  if (!clash && !past) return null;
  const reason = clash ? (edit.agreed[clashKey(clash)]?.reason ?? '') : '';
  return (
    <div className="col-span-full grid gap-2">
      {clash && (
        <Notice tone="error" title={clashSentence(clash)}>
          <p>Choose another meal. If you have agreed it with them, say why and save again.</p>
          <TextField
            label={`Why ${clash.personName} gets it`}
            hint={`${SHORTEST_REASON} to ${LONGEST_REASON} characters. Printed on the label, and kept.`}
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={({ target }) => change((now) => giveReason(now, clash, target.value))}
          />
        </Notice>
      )}
      {past && (
        <Notice tone="error" title={`Eat by ${formatDayAndMonth(past.eatBy)}`}>
          <p>
            {past.mealName} can’t be frozen, and would be eaten on{' '}
            {formatDayAndMonth(past.mealDate)}. Choose another meal or day. This cannot be
            overridden.
          </p>
        </Notice>
      )}
    </div>
  );
}
