import type { ConfigReply } from '#areas/business/calls/config.ts';
import { paths } from '#platform/web/navigation/paths.ts';

/** How to contact us, as a sentence with links. */
export function ContactLines({ business }: { business: ConfigReply['business'] }) {
  const { phone, email, supportReplyHours } = business;
  return (
    <p>
      Call{' '}
      <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
        {phone}
      </a>{' '}
      or email{' '}
      <a href={paths.email(email)} className="font-semibold break-words underline">
        {email}
      </a>
      . We reply within about {supportReplyHours} hours.
    </p>
  );
}
