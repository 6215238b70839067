import type { ReactNode } from 'react';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { Price } from '#platform/web/ui/price.tsx';

type SampleCardProps = {
  meal: SampleMeal;
  /** Without it its price says that it can be ordered. */
  badge?: ReactNode;
};

/** One of four meals to look at; it leads to the meal's page where it has one. */
export function SampleCard({ meal, badge }: SampleCardProps) {
  const { name, slug, price } = meal;
  return (
    <Card
      as="li"
      padding="none"
      className="relative flex flex-col gap-2 p-3 has-[a:hover]:border-primary sm:p-4"
    >
      <DishPicture
        meal={meal}
        sizes="(min-width: 40rem) 13rem, 8rem"
        className="mx-auto aspect-square w-full max-w-52 rounded-2xl"
      />
      {badge}
      <h3 className="text-lg leading-snug">
        {slug === null ? (
          name
        ) : (
          <a href={paths.meal(slug)} className="after:absolute after:inset-0 after:rounded-3xl">
            {name}
          </a>
        )}
      </h3>
      <p className="mt-auto flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums">
        {!badge && price !== null && <Price amount={price} className="text-lg font-semibold" />}
        <span>{meal.calories} Cal</span>
        <span>{meal.protein} g protein</span>
      </p>
    </Card>
  );
}
