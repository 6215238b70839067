import type { Tab } from '#platform/web/ui/layout/tabs.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

export type PrepPart = 'totals' | 'cook' | 'pack' | 'deliver' | 'buy' | 'printouts';

/** The parts of a day, by their name in the address. */
export const PREP_PARTS: readonly Tab<PrepPart>[] = [
  { name: 'totals', label: 'Totals' },
  { name: 'cook', label: 'Cook' },
  { name: 'pack', label: 'Pack' },
  { name: 'deliver', label: 'Deliver' },
  { name: 'buy', label: 'Buy' },
  { name: 'printouts', label: 'Paper' },
];

/** The open part: the totals, unless the address names another. */
export function usePrepPart() {
  const [params, setParams] = useSearchParams();
  const part = PREP_PARTS.find(({ name }) => name === params.get('part'))?.name ?? 'totals';
  return {
    part,
    open: (to: PrepPart) => setParams(withPart(params, to), { preventScrollReset: true }),
  };
}

/** The same day, opened at another part. */
export function withPart(params: URLSearchParams, part: PrepPart): URLSearchParams {
  const next = new URLSearchParams(params);
  if (part === 'totals') next.delete('part');
  else next.set('part', part);
  return next;
}
