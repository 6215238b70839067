import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Plate } from '#areas/menu/web/plate.tsx';
import { Price } from '#platform/web/ui/price.tsx';

type ComingMealsProps = Pick<ConfigReply, 'hasLaunched'> & { samples: readonly SampleMeal[] };

/** Spec 2: marked Coming Soon, until they can be ordered. */
export function ComingMeals({ samples, hasLaunched }: ComingMealsProps) {
  return (
    <section aria-labelledby="preview-heading" className="border-y border-line bg-sunken py-14">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 sm:px-6">
        <h2 id="preview-heading" className="text-2xl">
          {hasLaunched ? 'From our menu' : 'A first look at the menu'}
        </h2>
        <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
          {samples.map(({ id, price, calories, protein, ...plate }) => (
            <Card as="li" key={id} padding="none" className="flex flex-col gap-2 p-3 sm:p-4">
              <Plate {...plate} className="mx-auto w-full max-w-52" />
              {(!hasLaunched || price === null) && (
                <span className="justify-self-start">
                  <Badge variant="secondary">Coming Soon</Badge>
                </span>
              )}
              <h3 className="text-lg leading-snug">{plate.name}</h3>
              <p className="mt-auto flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums">
                {hasLaunched && price !== null && (
                  <Price amount={price} className="text-lg font-semibold" />
                )}
                <span>{calories} Cal</span>
                <span>{protein} g protein</span>
              </p>
            </Card>
          ))}
        </ul>
      </div>
    </section>
  );
}
