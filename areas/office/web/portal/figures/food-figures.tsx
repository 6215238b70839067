import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type FigureWeeks,
  figuresFilePath,
  foodFiguresQuery,
} from '#areas/office/web/portal/figures-queries.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { WithoutMealPart } from './without-meal-part.tsx';
import { ForecastPart, MarginPart } from './food-parts.tsx';
import { FoodWastePart } from './food-waste-part.tsx';

const FILE_CLASS = `${buttonClass('secondary', 'small')} max-md:min-h-11`;

/** What the food cost and what became of it: for choosing what to cook. */
export function FiguresOfFood({ chosen }: { chosen: FigureWeeks }) {
  const figures = useQuery(foodFiguresQuery(chosen));
  return (
    <section aria-label="Food" aria-busy={figures.isFetching} className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg">Food</h3>
          <p className="text-sm text-ink-soft">
            Costs are food and packaging, no labour, by recipe and packs as they are today.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={figuresFilePath('food', chosen)} download className={FILE_CLASS}>
            Food as CSV
          </a>
          <a href={figuresFilePath('forecasts', chosen)} download className={FILE_CLASS}>
            Forecasts as CSV
          </a>
        </div>
      </div>
      <Loaded query={figures} what="the figures of food">
        {(food) => (
          <div className="grid gap-5 lg:grid-cols-2">
            <MarginPart food={food} />
            <ForecastPart food={food} />
            <FoodWastePart food={food} />
            <WithoutMealPart food={food} />
          </div>
        )}
      </Loaded>
    </section>
  );
}
