import { useState } from 'react';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import {
  distinctName,
  householdOf,
  readHouseholds,
  saveHousehold,
} from '#areas/checkout/web/site/kept-households.ts';
import { useOrder } from './order-context.tsx';

/** Whether and under which name to remember this household, and doing it. */
export function useRemember() {
  const { draft, household, dispatch } = useOrder();
  const [remember, setRemember] = useState<string | null>(null);

  /** If the browser refuses to keep it, the next order starts empty as before. */
  function saveIfAsked() {
    if (remember === null) return;
    const kept = household ?? {
      id: newKey(),
      name: distinctName(remember, readHouseholds()),
    };
    if (saveHousehold(householdOf(draft, kept)))
      dispatch({ type: 'household kept', household: kept });
  }
  return { remember, setRemember, saveIfAsked };
}
