import type { ConfigReply } from '#areas/business/calls/config.ts';
import { LANDING_TEXTS } from '#areas/business/rules/texts/landing-texts.ts';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { SampleCard } from '#areas/menu/web/site/sample-card.tsx';

type ComingMealsProps = Pick<ConfigReply, 'hasLaunched'> & {
  samples: readonly SampleMeal[];
  /** Two by two, instead of in a band across the page. */
  isBesideText?: boolean;
};

/** Spec 2: marked Coming Soon, until they can be ordered. */
export function ComingMeals({ samples, hasLaunched, isBesideText = false }: ComingMealsProps) {
  const { line } = usePageLines(LANDING_TEXTS);
  return (
    <section
      aria-labelledby="preview-heading"
      className={isBesideText ? undefined : 'border-y border-line bg-sunken py-14'}
    >
      <div
        className={classNames(
          'grid',
          isBesideText ? 'gap-4' : 'mx-auto max-w-6xl gap-6 px-4 sm:px-6',
        )}
      >
        <h2 id="preview-heading" className="text-2xl">
          {line(hasLaunched ? 'landing.menu.after' : 'landing.menu.before')}
        </h2>
        <ul
          className={classNames(
            'grid grid-cols-2 gap-3',
            !isBesideText && 'sm:gap-5 lg:grid-cols-4',
          )}
        >
          {samples.map((meal) => (
            <SampleCard
              key={meal.id}
              meal={meal}
              badge={
                (!hasLaunched || meal.price === null) && (
                  <span className="justify-self-start">
                    <Badge variant="secondary">Coming Soon</Badge>
                  </span>
                )
              }
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
