import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { recipeAlertsQuery } from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';

/** In the header of every staff page, while somebody waits for a call. */
export function RecipeAlarm() {
  const seesAlerts = useMayDo('seeRecipeAlerts');
  const { data } = useQuery({ ...recipeAlertsQuery, enabled: seesAlerts });
  if (!data || data.open === 0) return null;
  return (
    <Link
      to={paths.admin({ tab: 'recipes' })}
      className="inline-flex min-h-11 items-center rounded-full bg-danger px-4 font-semibold text-on-danger hover:brightness-90"
    >
      Recipes to settle: {data.open}
    </Link>
  );
}
