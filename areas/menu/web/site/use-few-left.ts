import { useEffect, useState } from 'react';
import { loadAtFirstUse } from './load-at-first-use.ts';

const NONE: ReadonlyMap<number, string> = new Map();

/** Meals that are running out, in words, once the page is used. Without an answer the menu stays as it is. */
export function useFewLeft(): ReadonlyMap<number, string> {
  const [fewLeft, setFewLeft] = useState(NONE);
  useEffect(() => {
    void loadAtFirstUse(() => import('./few-left.ts'))
      .then(({ fetchFewLeft }) => fetchFewLeft())
      .then(setFewLeft, () => {});
  }, []);
  return fewLeft;
}
