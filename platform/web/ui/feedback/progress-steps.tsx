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
    <nav aria-label={label}>
      <ol className="flex gap-2">
        {steps.map((name, index) => (
          <ProgressStep key={name} name={name} step={index + 1} current={current} onGoTo={onGoTo} />
        ))}
      </ol>
      <p className="mt-2 text-sm text-ink-soft sm:hidden" aria-hidden="true">
        Step {current} of {steps.length}: {steps[current - 1]}
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
    <span className="flex items-baseline gap-1.5 max-sm:justify-center">
      <span className="tabular-nums">{step}</span> <span className="max-sm:sr-only">{name}</span>
    </span>
  );
  return (
    <li
      aria-current={step === current ? 'step' : undefined}
      className={classNames(
        'flex-1 border-t-4 pt-2 text-sm',
        isReached ? 'border-primary' : 'border-line',
        step === current ? 'font-semibold' : 'text-ink-soft',
      )}
    >
      {onGoTo && step < current ? (
        <button
          type="button"
          className="w-full text-left underline-offset-4 hover:underline"
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
