import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatLongDate } from '#platform/rules/plain-date.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import { bold, emailPage, entry, paragraph, subtitle, title } from './email-parts.ts';

type SupplierOrder = NonNullable<MessageFacts['supplierOrder']>;
type Line = SupplierOrder['lines'][number];

/** For a supplier: what to bring on a day or, when that was sent before, what has changed and the whole order as it is now. */
export function supplierOrderEmail({
  business,
  order: { supplier, arrives, isChange, isOneMore, lines, note, by },
}: {
  business: BusinessFacts;
  order: SupplierOrder;
}): { subject: string; page: ReactElement } {
  const what = isChange ? 'Change to our order' : isOneMore ? 'One more order' : 'Order';
  const subject = `${what} for ${formatDate(arrives)}: ${business.name}`;
  const changed = lines.filter(({ was }) => was !== null);
  const current = lines.filter(({ packs }) => packs > 0);
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [
        `You get this email because ${business.name} orders from ${supplier}. Reply to it if something is not right.`,
      ],
    },
    title(`${what} for ${formatLongDate(arrives)}`),
    paragraph(
      isChange
        ? `Hello ${supplier}, our order for this day has changed:`
        : `Hello ${supplier}, please bring this on ${formatLongDate(arrives)}:`,
    ),
    ...(isOneMore ? [paragraph('This is on top of what we ordered for this day before.')] : []),
    ...(isChange
      ? [
          ...changed.map((line) => entry(bold(changeText(line)), ` ${goodsText(line)}`)),
          subtitle('The whole order now'),
        ]
      : []),
    ...(current.length === 0
      ? [paragraph('Nothing. Please bring nothing on this day.')]
      : current.map((line) => entry(bold(countText(line)), ` ${goodsText(line)}`))),
    ...(note === '' ? [] : note.split(/\n+/).map((text) => paragraph(text))),
    paragraph(`To: ${business.name}, ${business.premises}`),
    paragraph(`Thank you, ${by === '' ? business.name : by}`),
  );
  return { subject, page };
}

/** "3 × 5 kg bag". */
function countText({ packs, pack }: Line): string {
  return pack === '' ? `${packs} ×` : `${packs} × ${pack}`;
}

/** "3 × 5 kg bag instead of 2", "New: 3 × 5 kg bag". */
function changeText(line: Line): string {
  if (line.packs === 0)
    return `Not needed any more: ${countText({ ...line, packs: line.was ?? 0 })}`;
  return line.was === 0 ? `New: ${countText(line)}` : `${countText(line)} instead of ${line.was}`;
}

function goodsText({ ingredient, code }: Line): string {
  return code === '' ? ingredient : `${ingredient} (${code})`;
}
