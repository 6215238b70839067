import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import {
  recipeAlertsQuery,
  type RecipeSettlement,
  sendRecipeSettlement,
} from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const DONE = {
  swap: 'Meal Swapped',
  refund: 'Meal Refunded',
  spoken: 'Agreement Saved',
} as const;

/** A refusal is shown in the dialog; the list is fetched again either way. */
export function useSettleAlert({ personName, orderNumber }: RecipeAlertReply, onDone: () => void) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useMutation({
    mutationFn: (settlement: RecipeSettlement) => sendRecipeSettlement(settlement),
    onSuccess(reply, { action }) {
      onDone();
      showToast({
        title: DONE[action],
        description: `${personName} of order ${orderNumber} is settled.`,
        tone: 'success',
      });
      client.setQueryData(recipeAlertsQuery.queryKey, reply);
    },
    onError: () => client.invalidateQueries(recipeAlertsQuery),
  });
}
