import type { MealReply } from '#areas/menu/calls/meals.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { formatDollars, parseAmount } from '#platform/rules/money.ts';
import type { MealPair } from '#areas/calculator/rules/energy/meal-pairs.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { formatRounded } from './amounts.ts';

type MealPairCardProps = {
  pair: MealPair<MealReply>;
  /** What the pair leaves for the rest of the day. */
  restKcal: number;
};

export function MealPairCard({ pair, restKcal }: MealPairCardProps) {
  const { lunch, dinner, calories } = pair;
  const priceCents = (parseAmount(lunch.price) ?? 0) + (parseAmount(dinner.price) ?? 0);
  return (
    <Card as="li" className="flex flex-col gap-4">
      <PairedMeal title="Lunch" meal={lunch} />
      <PairedMeal title="Dinner" meal={dinner} />
      <div className="mt-auto border-t border-line pt-3 tabular-nums">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
          <span>{formatRounded(calories)} Cal together</span>
          <span>{formatDollars(priceCents)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          Leaves {formatRounded(restKcal)} Cal for the rest of your day.
        </p>
      </div>
    </Card>
  );
}

function PairedMeal({ title, meal }: { title: string; meal: MealReply }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-3">
      <DishPicture meal={meal} sizes="4.5rem" className="aspect-square w-full rounded-xl" />
      <div className="grid gap-0.5">
        <p className="text-sm text-ink-soft">{title}</p>
        <p className="leading-snug font-semibold">{meal.name}</p>
        <p className="text-sm tabular-nums">
          {meal.calories} Cal · {meal.protein} g protein
        </p>
        <p className="text-sm text-ink-soft">{allergenStatement(meal.allergens)}</p>
      </div>
    </div>
  );
}
