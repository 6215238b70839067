import { Link } from 'react-router';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { ProgressSteps } from '#web/ui/progress-steps.tsx';
import { type Step, STEP_TITLES } from './order-steps.ts';

type OrderHeaderProps = { step: Step; onGoTo?: (step: Step) => void };

/** The wizard's own header: the way home and how far it is. */
export function OrderHeader({ step, onGoTo }: OrderHeaderProps) {
  const { business } = useConfig();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-2 px-4 py-2 lg:py-3 sm:px-6 lg:grid-cols-[auto_1fr] lg:items-center">
        <Link to={paths.home()} className="flex items-center gap-2.5 justify-self-start rounded-xl">
          <img src="/favicon.svg" alt="" width="40" height="40" className="size-8 lg:size-10" />
          <span className="font-serif text-xl leading-tight font-semibold">{business.name}</span>
        </Link>
        <ProgressSteps
          steps={STEP_TITLES}
          current={step}
          label="Steps of your order"
          // The part counts steps as numbers; those behind the current one exist.
          onGoTo={onGoTo && ((behind) => onGoTo(behind as Step))}
        />
      </div>
    </header>
  );
}
