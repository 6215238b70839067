import { classNames } from '#platform/web/ui/class-names.ts';

type ProgressStepsProps = {
  steps: readonly string[];
  /** The first step is 1. */
  current: number;
  /** If given, completed steps are buttons that go back. */
  onGoTo?: (step: number) => void;
  label?: string;
};

export function ProgressSteps({ steps, current, onGoTo, label = 'Progress' }: ProgressStepsProps) {
  return (
    <nav aria-label={label} className="flex min-w-0 flex-1 items-center gap-3">
      <ol className="flex flex-1 gap-1.5 sm:gap-2">
        {steps.map((name, index) => (
          <ProgressStep key={name} name={name} step={index + 1} current={current} onGoTo={onGoTo} />
        ))}
      </ol>
      <p className="text-sm whitespace-nowrap text-ink-soft sm:hidden" aria-hidden="true">
        {current} of {steps.length}
      </p>
    </nav>
  );
}

type ProgressStepProps = { name: string; step: number } & Pick<
  ProgressStepsProps,
  'current' | 'onGoTo'
>;

function ProgressStep({ name, step, current, onGoTo }: ProgressStepProps) {
  const isReached = step <= current;
  const label = (
    <span className="flex items-baseline gap-1.5 max-sm:sr-only">
      <span className="tabular-nums">{step}</span> <span>{name}</span>
    </span>
  );
  return (
    <li
      aria-current={step === current ? 'step' : undefined}
      className={classNames(
        'relative flex-1 border-t-4 text-sm sm:pt-2',
        isReached ? 'border-primary' : 'border-line',
        step === current ? 'font-semibold' : 'text-ink-soft',
      )}
    >
      {onGoTo && step < current ? (
        <button
          type="button"
          className="w-full text-left underline-offset-4 hover:underline max-sm:absolute max-sm:inset-x-0 max-sm:-inset-y-5"
          onClick={() => onGoTo(step)}
        >
          {label}
        </button>
      ) : (
        label
      )}
    </li>
  );
}
