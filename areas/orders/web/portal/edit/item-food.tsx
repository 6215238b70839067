import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { clashSentence } from '#areas/order-book/rules/food-check.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { ItemEdit } from './order-edit.ts';
import { clashKey, giveReason, LONGEST_REASON, SHORTEST_REASON } from './people-edit.ts';
import type { OrderEditing } from './use-order-edit.ts';

/** Why the server refused this meal for its person, and what staff can do about it. */
export function ItemFood({ item, editing }: { item: ItemEdit; editing: OrderEditing }) {
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
