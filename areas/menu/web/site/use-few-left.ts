import { createContext, useContext, useEffect, useState } from 'react';
import { loadAtFirstUse } from './load-at-first-use.ts';

type LoadFewLeft = () => Promise<{ fetchFewLeft: () => Promise<ReadonlyMap<number, string>> }>;

const NONE: ReadonlyMap<number, string> = new Map();

/** Loads what says how many are left, by meal. Orders know it, which stand above the menu. */
export const FewLeftLoader = createContext<LoadFewLeft>(async () => ({
  fetchFewLeft: async () => NONE,
}));

/** Meals that are running out, in words, once the page is used. Without an answer the menu stays as it is. */
export function useFewLeft(): ReadonlyMap<number, string> {
  const load = useContext(FewLeftLoader);
  const [fewLeft, setFewLeft] = useState(NONE);
  useEffect(() => {
    void loadAtFirstUse(load)
      .then(({ fetchFewLeft }) => fetchFewLeft())
      .then(setFewLeft, () => {});
  }, [load]);
  return fewLeft;
}
