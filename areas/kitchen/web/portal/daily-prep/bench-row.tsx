import { classNames } from '#platform/web/ui/class-names.ts';
import type { MealTemperatures } from '#areas/kitchen/web/portal/daily-prep-temperatures/cook-temperatures.tsx';
import { Link } from '#platform/web/navigation/link.tsx';

export type MealToCook = {
  mealId: number;
  name: string;
  count: number;
  onHold: number;
  done: number;
  /** "1 for Mia (peanut): clean bench". */
  requests: readonly string[];
  /** What orders have changed since it was tapped last: "+2 since 5:10am"; null: nothing. */
  late: string | null;
  shortStops: readonly number[];
};

type BenchRowProps = {
  meal: MealToCook;
  temperatures: MealTemperatures;
  isOpen: boolean;
  /** What the last tap here added; 0: nothing to take back but a single portion. */
  last: number;
  /** Where the office says that it ran out; null: not this role. */
  ranOutLink: string | null;
  onOpen: () => void;
  onTick: (count: number) => void;
};

/** A meal on the bench's screen: read at two metres, tapped with wet hands. */
export function BenchRow({
  meal,
  temperatures,
  isOpen,
  last,
  ranOutLink,
  onOpen,
  onTick,
}: BenchRowProps) {
  const { name, count, onHold, done, requests, late, shortStops } = meal;
  const isDone = done >= count && count > 0;
  return (
    <li className="h-full border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className={classNames(
          'flex min-h-14 w-full items-center justify-between gap-x-4 px-4 py-2 text-left text-2xl max-sm:flex-wrap focus-visible:-outline-offset-3',
          isDone ? 'text-success' : 'hover:bg-primary-soft',
        )}
      >
        <span className="min-w-0 font-semibold break-words">
          {name}
          {late !== null && (
            <span className="block w-fit rounded-lg bg-warning-soft px-2 text-warning">{late}</span>
          )}
        </span>
        <span className="shrink-0 whitespace-nowrap tabular-nums sm:text-right">
          {isDone && <span aria-hidden="true">✓ </span>}
          {done} of {count} done
          {onHold > 0 && (
            <span className="block text-xl font-semibold text-danger">+ {onHold} on hold</span>
          )}
          {temperatures.shown !== '' && <span className="block text-xl">{temperatures.shown}</span>}
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
      {isOpen && (
        <>
          <CookButtons meal={meal} last={last} onTick={onTick} />
          <TemperatureButtons temperatures={temperatures} />
          {ranOutLink !== null && (
            <Link
              to={ranOutLink}
              aria-label={`Run out of ${name}…`}
              className="mx-4 mb-4 inline-flex min-h-11 items-center text-lg font-semibold underline"
            >
              Run out…
            </Link>
          )}
        </>
      )}
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
    <div className="grid grid-cols-4 gap-2 px-4 pb-2">
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

function TemperatureButtons({ temperatures: { buttons } }: Pick<BenchRowProps, 'temperatures'>) {
  return (
    <div className="grid grid-cols-3 gap-2 px-4 pb-4">
      {buttons.map(({ label, about, onPress }) => (
        <button
          key={label}
          type="button"
          aria-label={`${label}: ${about}`}
          onClick={onPress}
          className="min-h-24 rounded-2xl border-2 border-primary bg-surface text-2xl font-semibold text-primary hover:bg-primary-soft"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
