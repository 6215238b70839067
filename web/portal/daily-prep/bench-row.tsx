import { classNames } from '#web/ui/class-names.ts';

export type MealToCook = {
  mealId: number;
  name: string;
  count: number;
  done: number;
  /** "1 for Mia (peanut): clean bench". */
  requests: readonly string[];
  shortStops: readonly number[];
};

type BenchRowProps = {
  meal: MealToCook;
  isOpen: boolean;
  /** What the last tap here added; 0: nothing to take back but a single portion. */
  last: number;
  onOpen: () => void;
  onTick: (count: number) => void;
};

/** A meal on the bench's screen: read at two metres, tapped with wet hands. */
export function BenchRow({ meal, isOpen, last, onOpen, onTick }: BenchRowProps) {
  const { name, count, done, requests, shortStops } = meal;
  const isDone = done >= count;
  return (
    <li className="h-full border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className={classNames(
          'flex min-h-14 w-full items-center justify-between gap-4 px-4 py-2 text-left text-2xl focus-visible:-outline-offset-3',
          isDone ? 'text-success' : 'hover:bg-primary-soft',
        )}
      >
        <span className="min-w-0 font-semibold break-words">{name}</span>
        <span className="shrink-0 whitespace-nowrap tabular-nums">
          {isDone && <span aria-hidden="true">✓ </span>}
          {done} of {count} done
        </span>
      </button>
      {shortStops.length > 0 && (
        <p className="mx-4 mb-2 rounded-lg bg-danger-soft px-3 py-1 text-xl font-semibold text-danger">
          {shortStops.length} short: {shortStops.length === 1 ? 'stop' : 'stops'}{' '}
          {shortStops.join(', ')}
        </p>
      )}
      {requests.length > 0 && (
        <ul className="px-4 pb-2 text-xl font-semibold text-danger">
          {requests.map((text) => (
            <li key={text} className="break-words">
              {text}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <CookButtons meal={meal} last={last} onTick={onTick} />}
    </li>
  );
}

type CookButtonsProps = Pick<BenchRowProps, 'meal' | 'last' | 'onTick'>;

function CookButtons({ meal: { name, count, done }, last, onTick }: CookButtonsProps) {
  const left = Math.max(0, count - done);
  const back = Math.min(Math.max(1, last), done);
  const buttons = [
    { label: '+1', about: `1 ${name} done`, count: 1, isOff: left === 0 },
    { label: '+5', about: `5 ${name} done`, count: Math.min(5, left), isOff: left === 0 },
    { label: 'All', about: `All ${name} done`, count: left, isOff: left === 0 },
    {
      label: `Undo ${back || ''}`,
      about: `Take back ${back} ${name}`,
      count: -back,
      isOff: back === 0,
    },
  ];
  return (
    <div className="grid grid-cols-4 gap-2 px-4 pb-4">
      {buttons.map((button, index) => (
        <button
          key={index === 3 ? 'undo' : button.label}
          type="button"
          aria-label={`${button.label.trim()}: ${button.about}`}
          aria-disabled={button.isOff}
          onClick={() => {
            if (!button.isOff) onTick(button.count);
          }}
          className={classNames(
            'min-h-24 rounded-2xl border-2 text-2xl font-semibold aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
            index === 3
              ? 'border-control bg-surface hover:bg-sunken'
              : 'border-transparent bg-primary text-on-primary hover:bg-primary-strong',
          )}
        >
          {button.label}
        </button>
      ))}
    </div>
  );
}
