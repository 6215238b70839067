import { Link } from 'react-router';
import { paths } from '#web/navigation/paths.ts';
import { buttonClass } from '#web/ui/form/button.tsx';

export function CalculatorInvitation() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-14 sm:px-6" aria-labelledby="how-much">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8">
        <div className="grid gap-1">
          <h2 id="how-much" className="text-2xl">
            How much is right for you?
          </h2>
          <p className="max-w-prose text-ink-soft">
            Answer a few questions for an honest range and meals that fit. We store nothing about
            your body.
          </p>
        </div>
        <Link to={paths.calorieCalculator()} className={buttonClass('secondary')}>
          Calorie Calculator
        </Link>
      </div>
    </section>
  );
}
