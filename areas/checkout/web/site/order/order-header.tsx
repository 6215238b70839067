import { shownLogo } from '#areas/business/rules/logo.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';
import { ProgressSteps } from '#platform/web/ui/feedback/progress-steps.tsx';
import { type Step, STEP_TITLES } from '#areas/checkout/web/site/order-steps.ts';

type OrderHeaderProps = { step: Step; onGoTo?: (step: Step) => void };

/** The wizard's own header: the way home and the progress. */
export function OrderHeader({ step, onGoTo }: OrderHeaderProps) {
  const { business } = useConfig();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-2 px-4 py-2 lg:py-3 sm:px-6 lg:grid-cols-[auto_1fr] lg:items-center">
        <Link to={paths.home()} className="justify-self-start rounded-xl">
          <LogoMark name={business.name} logo={shownLogo(business.logo)} />
        </Link>
        <ProgressSteps
          steps={STEP_TITLES}
          current={step}
          label="Steps of your order"
          // ProgressSteps counts steps as numbers; it only offers existing ones.
          onGoTo={onGoTo && ((behind) => onGoTo(behind as Step))}
        />
      </div>
    </header>
  );
}
