import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { newsText } from '#areas/business/rules/recipient.ts';
import { ShareField } from '#platform/web/ui/form/share-field.tsx';

type TrackedRecipientProps = { recipient: NonNullable<TrackedOrderReply['recipient']> };

/** Who gets the food, what the card says, and the link to pass on. */
export function TrackedRecipient({ recipient }: TrackedRecipientProps) {
  const { firstName, lastName, phone, isGift, message, link } = recipient;
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">
        {isGift ? 'A present for' : 'For'} {firstName} {lastName}
      </h3>
      <p>
        {formatPhone(phone)}. {newsText(recipient)}
      </p>
      {message !== '' && (
        <blockquote className="border-l-4 border-line pl-3 whitespace-pre-line">
          {message}
        </blockquote>
      )}
      <ShareField
        label={`Link for ${firstName}`}
        link={link}
        hint="It shows what comes and when, without prices. Your own link stays with you."
      />
    </section>
  );
}
