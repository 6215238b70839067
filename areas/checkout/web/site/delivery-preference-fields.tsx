import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { LONGEST_INSTRUCTIONS, deliveryTypeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { comingPortions } from '#areas/checkout/rules/draft/late-lunches.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { customerFieldId, type CustomerFieldsProps } from './customer-fields.tsx';
import { useOrder } from './order-context.tsx';

export function DeliveryPreferenceFields({
  customer,
  problems,
  onEdit,
  onLeave,
}: CustomerFieldsProps) {
  const { draft, facts } = useOrder();
  const isDaily = deliveryTypeOfDraft(draft, facts) === 'daily';
  const warm = warmWords(comingPortions(draft, facts), facts);
  return (
    <div className="grid gap-6">
      {isDaily ? (
        <ChoiceCards
          legend="Warm or cold?"
          value={warm === null ? 'cold' : customer.deliveryPreference}
          onChange={(deliveryPreference) => onEdit({ deliveryPreference })}
          choices={[
            {
              value: 'cold',
              label: 'Cold, at your door',
              description: 'Left in an insulated bag. No signature, and you don’t need to be home.',
            },
            {
              value: 'warm',
              label: 'Warm',
              description:
                warm === null
                  ? 'None of your meals is eaten when it arrives.'
                  : `${warm} Please be home during your delivery window.`,
              disabled: warm === null,
            },
          ]}
        />
      ) : (
        <p>
          <strong>Cold, at your door.</strong> Your week’s meals arrive in an insulated bag. No
          signature, and you don’t need to be home.
          {offeredDeliveryTypes(facts).includes('daily') &&
            ' Warm meals are only available with daily delivery.'}
        </p>
      )}
      <TextAreaField
        id={customerFieldId('specialInstructions')}
        name="specialInstructions"
        label="Special instructions"
        optional
        hint={`Gate codes, where to leave the bag, and any allergies. If they are severe, call us first: ${facts.phone}. Up to ${LONGEST_INSTRUCTIONS} characters.`}
        value={customer.specialInstructions}
        error={problems.specialInstructions ?? null}
        onChange={(event) => onEdit({ specialInstructions: event.currentTarget.value })}
        onBlur={() => onLeave('specialInstructions')}
      />
    </div>
  );
}
