import { shownLogo } from '#areas/business/rules/logo.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';
import { ProgressSteps } from '#platform/web/ui/feedback/progress-steps.tsx';
import { type Step, STEP_TITLES } from '#areas/checkout/web/site/order-steps.ts';

type OrderHeaderProps = { step: Step; onGoTo?: (step: Step) => void };

/** The wizard's own header: the way home, the progress, and one step back. */
export function OrderHeader({ step, onGoTo }: OrderHeaderProps) {
  const { business } = useConfig();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex min-h-11 max-w-7xl items-center gap-3 px-4 sm:gap-x-8 sm:px-6 sm:py-2 lg:py-3 beside:max-w-[90rem]">
        <Link to={paths.home()} className="shrink-0 rounded-xl">
          <LogoMark name={business.name} logo={shownLogo(business.logo)} isSmall />
        </Link>
        <ProgressSteps
          steps={STEP_TITLES}
          current={step}
          label="Steps of your order"
          // ProgressSteps counts steps as numbers; it only offers existing ones.
          onGoTo={onGoTo && ((behind) => onGoTo(behind as Step))}
        />
        {step > 1 && onGoTo && (
          <Button
            variant="quiet"
            size="small"
            className="-mr-3 px-3 sm:order-first sm:mr-0 sm:-ml-3"
            onClick={() => onGoTo((step - 1) as Step)}
          >
            <span aria-hidden="true">←</span> Back
          </Button>
        )}
      </div>
    </header>
  );
}
