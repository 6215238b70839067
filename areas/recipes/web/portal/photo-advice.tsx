import { MEAL_IMAGE_WIDTHS } from '#areas/menu/rules/meal-image.ts';
import { DrawnPlate } from './drawn-plate.tsx';

const LARGEST_PX = Math.max(...MEAL_IMAGE_WIDTHS);

const EXAMPLE = {
  name: 'Chicken with greens and rice',
  mealType: 'lunch',
  ingredients: 'Brown rice, chicken breast, broccolini, carrot, edamame, red cabbage, sesame seeds',
  description: 'Grilled chicken.',
};

/** What a photo of a meal should look like, with an example; folded away once there is one. */
export function PhotoAdvice({ hasPhoto }: { hasPhoto: boolean }) {
  return (
    <details open={!hasPhoto} className="rounded-2xl bg-sunken px-4 py-3">
      <summary className="min-h-6 font-semibold text-primary">What makes a good photo</summary>
      <div className="mt-3 grid items-center gap-4 sm:grid-cols-[9rem_1fr]">
        <div className="relative size-36 overflow-hidden rounded-2xl bg-mango/50 p-2.5">
          <DrawnPlate {...EXAMPLE} className="size-full" />
          <span className="absolute inset-0 bg-linear-to-br from-white/55 via-transparent to-black/20" />
        </div>
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>
            From straight above, with the whole plate in the picture and some table around it.
          </li>
          <li>In daylight from one side, near a window; no flash, no lamp overhead.</li>
          <li>
            At least {LARGEST_PX.toLocaleString('en-AU')} pixels wide and high: any phone’s camera
            will do.
          </li>
          <li>
            The meal as it is delivered, on a plain plate, with nothing on it that isn’t in the
            meal.
          </li>
        </ul>
      </div>
    </details>
  );
}
