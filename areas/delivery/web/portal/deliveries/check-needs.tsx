import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type DeliveryReply, LONGEST_REPORT_TEXT } from '#areas/orders/calls/deliveries.ts';
import { saidOfNeeds } from '#areas/needs/rules/food-needs-text.ts';
import { peopleWithNeeds } from './describe-deliveries.ts';

type CheckNeedsProps = {
  deliveries: readonly DeliveryReply[];
  isBusy: boolean;
  /** With what is written down of it. */
  onChecked: (reason: string) => void;
  onClose: () => void;
};

/** Nobody packs an allergy by a tick over a whole list without having read it. */
export function CheckNeeds({ deliveries, isBusy, onChecked, onClose }: CheckNeedsProps) {
  const people = deliveries.flatMap((delivery) =>
    delivery.people
      .filter(({ name }) => peopleWithNeeds(delivery).includes(name))
      .map((person) => ({ ...person, stop: delivery.stop, deliveryId: delivery.id })),
  );
  return (
    <ActionDialog
      title="Check these bags first"
      act="Checked, all packed"
      change={{ isBusy: isBusy }}
      go={() =>
        onChecked(
          `Allergies checked: ${people.map(({ name }) => name).join(', ')}`.slice(
            0,
            LONGEST_REPORT_TEXT,
          ),
        )
      }
      onClose={onClose}
    >
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {people.map((person) => (
          <li key={`${person.deliveryId} ${person.name}`} className="break-words">
            <span className="font-bold">
              Stop {person.stop}, {person.name}
            </span>
            {saidOfNeeds(person)}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}
