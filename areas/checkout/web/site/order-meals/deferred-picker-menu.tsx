import { useDeferredValue, useMemo } from 'react';
import { type Helping, mealsAt } from '#areas/order-book/rules/people.ts';
import { OrderProvider, useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { useStableCall } from '#areas/checkout/web/site/use-stable-call.ts';
import { PickerMenu, type PickerMenuProps } from './picker-menu.tsx';
import type { OpenCell } from './use-open-cell.ts';

type DeferredPickerMenuProps = Omit<PickerMenuProps, 'person' | 'chosenId'>;

/**
 * The list follows a moment after the title: a tap is answered first. Until it does it is for another cell, perhaps of
 * someone who may have what this person can't, so it takes no taps.
 */
export function DeferredPickerMenu({ pick, onChoose, ...rest }: DeferredPickerMenuProps) {
  const order = useOrder();
  const current = useMemo(() => ({ order, pick }), [order, pick]);
  const shown = useDeferredValue(current);
  const isBehind = shown.pick !== pick;
  const choose = useStableCall((mealId: number) => {
    if (!isBehind) onChoose(mealId);
  });
  const person = shown.order.draft.people[shown.pick.personIndex];
  if (!person) return null;
  return (
    <div aria-busy={isBehind} className={isBehind ? 'pointer-events-none' : undefined}>
      <OrderProvider order={shown.order}>
        <PickerMenu
          pick={shown.pick}
          person={person}
          chosenId={mealsAt(person, shown.pick)[portionOf(shown.pick)]?.mealId ?? null}
          onChoose={choose}
          {...rest}
        />
      </OrderProvider>
    </div>
  );
}

const PORTIONS: Record<Helping, number> = { first: 0, second: 1 };

function portionOf({ helping = 'first' }: OpenCell): number {
  return PORTIONS[helping];
}
