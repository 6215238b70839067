import { useQuery } from '@tanstack/react-query';
import { recipeAlertsQuery } from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { isUrgentMatter } from '#areas/order-book/rules/food-matters.ts';
import { givenFoodQuery } from './given-food-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** In the header of every staff page, while somebody waits for a call. */
export function RecipeAlarm() {
  const seesAlerts = useMayDo('seeRecipeAlerts');
  const { data } = useQuery({ ...recipeAlertsQuery, enabled: seesAlerts });
  const { data: given = [] } = useQuery({ ...givenFoodQuery, enabled: seesAlerts });
  const open = data?.open ?? 0;
  const urgent = given.filter(({ kind }) => isUrgentMatter(kind)).length;
  if (urgent + open === 0) return null;
  return (
    <Link
      to={paths.admin({ tab: 'recipes' })}
      className="inline-flex min-h-11 items-center rounded-full bg-danger px-4 font-semibold text-on-danger hover:brightness-90"
    >
      {urgent > 0 ? `Call now: ${urgent}` : `Recipes to settle: ${open}`}
    </Link>
  );
}
