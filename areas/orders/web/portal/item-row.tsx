import { useConfig } from '#areas/business/web/page-data.ts';
import { isServed, serviceTitle } from '#areas/business/rules/services.ts';
import { Command } from 'cmdk';
import { useId, useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { clashSentence } from '#areas/order-book/rules/food-check.ts';
import { readOrdersAddress } from '#areas/orders/web/portal/orders-address.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { RANK, searchRank } from '#platform/rules/search-key.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import {
  chooseMeal,
  type ItemEdit,
  moveMeal,
  removeItem,
  renamePerson,
  clashKey,
  giveReason,
  LONGEST_REASON,
  needsInEdit,
  SHORTEST_REASON,
} from '#areas/orders/web/portal/order-edit.ts';
import type { OrderEditing } from '#areas/orders/web/portal/use-order-edit.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashOf, clashText } from '#areas/needs/rules/gate/verdict.ts';

type ItemRowProps = {
  item: ItemEdit;
  index: number;
  order: AdminOrderReply;
  meals: readonly MealReply[];
  namesId: string;
  editing: OrderEditing;
};

/** One meal in a line of 40 px: who, lunch or dinner, what, and when it is eaten. */
export function ItemRow({ item, index, order, meals, namesId, editing }: ItemRowProps) {
  const { business } = useConfig();
  const { problems, change } = editing;
  const agreed = order.orderItems.find(({ id }) => id === item.id);
  const choices = mealChoices(meals, agreed, needsInEdit(editing.edit, order, item));
  const problemOf = (field: string) => problems[`orderItems.${index}.${field}`] ?? null;
  return (
    <li
      aria-label={`Meal ${index + 1}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-t border-line py-0.5 max-xl:py-2 sm:grid-cols-[7rem_3.5rem_minmax(0,1fr)_8.5rem_4rem_auto] xl:[&_input]:min-h-9 xl:[&_input]:px-2 xl:[&_input]:py-0"
    >
      <TextField
        label="Person"
        hideLabel
        value={item.personName}
        list={namesId}
        maxLength={80}
        error={problemOf('personName')}
        onChange={({ target }) => change((edit) => renamePerson(edit, item.key, target.value))}
      />
      <span className="text-sm text-ink-soft">{serviceTitle(item.mealType, business)}</span>
      <MealPicker
        item={item}
        choices={choices}
        error={problemOf('mealId') ?? problemOf('mealType')}
        onChoose={(meal) => change((edit) => chooseMeal(edit, item.key, meal))}
      />
      <DateField
        label="Eaten"
        hideLabel
        value={item.mealDate}
        error={problemOf('mealDate')}
        onChange={(date) => change((edit) => moveMeal(edit, item.key, date, order.deliveryType))}
      />
      <span className="text-right text-sm">
        {item.price !== '' && <Price amount={item.price} />}
      </span>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5 xl:min-h-9"
        title="Remove"
        onClick={() => change((edit) => removeItem(edit, item.key))}
      >
        <span aria-hidden="true">×</span>
        <VisuallyHidden>Remove meal {index + 1}</VisuallyHidden>
      </Button>
      <ItemFood item={item} editing={editing} />
    </li>
  );
}

type MealPickerProps = {
  item: ItemEdit;
  choices: readonly MealOption[];
  error: string | null;
  onChoose: (meal: MealOption) => void;
};

/** The meal's whole name; pressed, a search among all that it may become. */
function MealPicker({ item, choices, error, onChoose }: MealPickerProps) {
  const { business } = useConfig();
  const offered = MEAL_TYPES.filter((type) => isServed(type, business) || type === item.mealType);
  const [params] = useSearchParams();
  const isAsked = item.id !== null && readOrdersAddress(params).itemId === item.id;
  const [isOpen, setOpen] = useState(isAsked || item.mealId === null);
  const errorId = useId();
  const text = choices.find(({ id }) => id === item.mealId)?.text ?? '';
  if (!isOpen && item.mealId !== null)
    return (
      <button
        type="button"
        className="col-span-full min-h-9 rounded-lg px-1 text-left leading-[1.15] break-words hover:bg-primary-soft disabled:hover:bg-transparent pointer-coarse:min-h-11 sm:col-span-1"
        onClick={() => setOpen(true)}
      >
        <VisuallyHidden>Meal: </VisuallyHidden>
        {text.replace(/, \$[\d.]+(?: as ordered)?/, '')}
      </button>
    );
  return (
    <Command
      label="Meal"
      loop
      filter={(value, search) => searchRank(search, value) / RANK.whole}
      className="relative col-span-full sm:col-span-1"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      <Command.Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- someone has just pressed the meal
        autoFocus
        placeholder={text === '' ? 'Choose a meal' : text}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : errorId}
        className={classNames(CONTROL_CLASS, 'w-full')}
        onFocus={() => setOpen(true)}
      />
      {error !== null && (
        <p id={errorId} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <Command.List
        // What the field names must be there, shown or not.
        hidden={!isOpen}
        // A press on it must not take the focus, or the list would be gone before it is heard.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute z-20 max-h-72 w-full min-w-64 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-raised"
      >
        <Command.Empty className="px-3 py-2 text-ink-soft">No meal has these words.</Command.Empty>
        {offered.map((type) => (
          <Command.Group
            key={type}
            heading={serviceTitle(type, business)}
            className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink-soft"
          >
            {choices
              .filter(({ mealType }) => mealType === type)
              .map((meal) => (
                <Command.Item
                  key={meal.id}
                  value={meal.text}
                  onSelect={() => {
                    onChoose(meal);
                    setOpen(false);
                  }}
                  className="cursor-pointer rounded-lg px-3 py-1.5 break-words aria-selected:bg-primary-soft pointer-coarse:py-3"
                >
                  {meal.text}
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

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

type MealOption = { id: number; mealType: MealType; price: string; text: string };

/**
 * What an item can be: the menu including inactive meals, those that clash with the person's allergens last; and the
 * meal as sold at its price even if it is no longer there.
 */
export function mealChoices(
  meals: readonly MealReply[],
  sold: AdminOrderReply['orderItems'][number] | undefined,
  needs: Pick<FoodNeeds, 'allergens' | 'avoid'>,
): MealOption[] {
  const others = meals
    .filter(({ id }) => id !== sold?.mealId)
    .map((meal) => ({ meal, clash: clashOf(meal, needs) }))
    .toSorted((a, b) => Number(a.clash !== null) - Number(b.clash !== null))
    .map(({ meal: { id, mealType, name, price, isActive }, clash }) => ({
      id,
      mealType,
      price,
      text: `${name}${clashWords(clash)}, $${price}${isActive ? '' : ' (inactive)'}`,
    }));
  if (!sold) return others;
  const { mealId: id, mealType, meal, price } = sold;
  const text = `${meal.name}${clashWords(clashOf(meal, needs))}, $${price} as ordered`;
  return [{ id, mealType, price, text }, ...others];
}

/** " (contains cashew)". */
function clashWords(clash: ReturnType<typeof clashOf>): string {
  return clash === null ? '' : ` (${clashText(clash)})`;
}
