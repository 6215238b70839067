import type { MessageManyReply } from '#areas/orders/calls/order-bulk.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';

/** Who gets it, who does not and why, and how it reads to the first of them. */
export function MessagePreview({ preview }: { preview: MessageManyReply }) {
  const { emails, texts, example, results } = preview;
  const reached = results.filter(({ ok }) => ok);
  const left = results.filter(({ ok }) => !ok);
  const together = reached.filter(({ isTogether }) => isTogether).length;
  return (
    <div className="grid gap-4">
      <section aria-label="Recipients" className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
        <p>
          {emails === 1 ? '1 email' : `${emails} emails`}
          {texts > 0 && (texts === 1 ? ', 1 text' : `, ${texts} texts`)}.
          {together > 0 && ' Whoever has several of these orders gets it once.'}
        </p>
        <ul className="grid max-h-48 gap-1 overflow-y-auto text-sm">
          {reached.map(({ id, customer, orderNumber, email, phone, isTogether }) => (
            <li key={id} className="break-words">
              {customer}, {orderNumber}: {isTogether ? 'the same email' : email}
              {phone !== '' && `, text to ${formatPhone(phone)}`}
            </li>
          ))}
        </ul>
        {left.length > 0 && (
          <>
            <p className="font-bold text-danger">
              {left.length === 1 ? '1 gets nothing:' : `${left.length} get nothing:`}
            </p>
            <ul className="grid gap-1 text-sm">
              {left.map(({ id, orderNumber, message }) => (
                <li key={id} className="break-words">
                  {[orderNumber, message].filter(Boolean).join(': ')}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {example && (
        <section aria-label="Example" className="grid gap-2">
          <h3 className="text-base font-bold">As {example.recipient} gets it</h3>
          <p className="font-semibold break-words">{example.subject}</p>
          <p className="rounded-2xl border border-line px-4 py-3 text-sm break-words whitespace-pre-line">
            {example.text}
          </p>
          {example.textMessage !== null && (
            <p className="rounded-2xl border border-line px-4 py-3 text-sm break-words">
              {example.textMessage}
            </p>
          )}
        </section>
      )}
    </div>
  );
}
