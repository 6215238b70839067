import type { TodayLevel } from '#areas/order-book/rules/today-rows.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

const SHAPES: Record<TodayLevel, string> = {
  hurt: 'M7 2.800h6L17.200 7v6L13 17.200H7L2.800 13V7zM10 6.500v4.300M10 13.500v.1',
  without:
    'M2.500 5.500h9v8h-9zM11.500 8.500H15l2.500 3v2h-6zM4.500 14.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M12.500 14.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0',
  answer: 'M3 4.500h14v9H9l-3.500 3v-3H3z',
  money:
    'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12.500 7.500c-.6-1-4.500-1.300-4.500.6 0 2 4.600 1.200 4.600 3.400 0 1.900-4 1.900-4.900.4M10 5v10',
  checks: 'M4 3h12v14l-2-1.300-2 1.300-2-1.300-2 1.300-2-1.300-2 1.300zM7 7.500h6M7 11h6',
  shop: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 6.500v4.300M10 13.500v.1',
};

/** Red is harm alone; the words of the row say the same. */
const COLOURS: Record<TodayLevel, string> = {
  hurt: 'text-danger',
  without: 'text-danger',
  answer: 'text-warning',
  money: 'text-ink-soft',
  checks: 'text-ink-soft',
  shop: 'text-ink-soft',
};

export function LevelIcon({ level }: { level: TodayLevel }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classNames('mt-0.5 size-5 shrink-0 self-start', COLOURS[level])}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[level]} />
    </svg>
  );
}
