import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import {
  recipeAlertsQuery,
  type RecipeSettlement,
  sendRecipeSettlement,
} from '#areas/orders/web/portal/recipe-alerts-queries.ts';

const DONE = {
  swap: 'Meal Swapped',
  refund: 'Meal Refunded',
  spoken: 'Agreement Saved',
} as const;

/** A refusal is shown in the dialog; the list is fetched again either way. */
export function useSettleAlert({ personName, orderNumber }: RecipeAlertReply, onDone: () => void) {
  const client = useQueryClient();
  return useChange((settlement: RecipeSettlement) => sendRecipeSettlement(settlement), {
    onDone(reply) {
      onDone();
      client.setQueryData(recipeAlertsQuery.queryKey, reply);
    },
    says: (_reply, { action }) => ({
      title: DONE[action],
      description: `${personName} of order ${orderNumber} is settled.`,
      tone: 'success',
    }),
    onFailure: () => void client.invalidateQueries(recipeAlertsQuery),
  });
}
