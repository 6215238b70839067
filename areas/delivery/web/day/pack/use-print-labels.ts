import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/** Prints labels again that are missing or old: of one portion, or those on a stop's bags. */
export function usePrintLabels(): (deliveryId: number, itemId: number | 'bag') => void {
  const { showToast } = useToast();
  const print = useSendToPrinter({ saved: 'Label Downloaded', tell: showToast });
  return (deliveryId, itemId) =>
    print.run(
      labelsSource({
        deliveryIds: [deliveryId],
        ...(itemId === 'bag' ? { kind: 'delivery' } : { itemIds: [itemId] }),
      }),
    );
}
