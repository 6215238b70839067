import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { OrderWay } from '#areas/kitchen/rules/order-ways.ts';
import type { AskedShopping } from '#areas/kitchen/web/portal/shopping-queries.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { packsText } from './shopping-text.ts';
import { useSendOrder } from './use-shopping.ts';

type SendDialogProps = {
  order: ShoppingOrder;
  asked: AskedShopping;
  way: OrderWay;
  onClose: () => void;
};

/** Shows what goes out, once more; what is sent is what is shown here, or nothing. */
export function SendDialog({ order, asked, way, onClose }: SendDialogProps) {
  const { supplierId, supplier, arrives, lines, sent, changes } = order;
  const [note, setNote] = useState('');
  const sending = useSendOrder(asked, onClose);
  const bought = lines.filter(({ packs }) => packs > 0);
  const isEmail = way === 'email';
  const what = sent ? 'the change' : 'this order';
  return (
    <ActionDialog
      title={isEmail ? `Email ${what} to ${supplier}?` : `Mark ${what} as made at ${supplier}?`}
      act={isEmail ? 'Send' : 'Mark as ordered'}
      change={sending}
      busyLabel="Sending…"
      onClose={onClose}
      go={() =>
        sending.run({
          supplierId,
          arrives,
          way,
          note,
          seen: sent?.number ?? 0,
          lines: bought.map(({ packId, packs }) => ({ packId, packs })),
        })
      }
    >
      <p>
        {isEmail
          ? `To arrive on ${formatDayAndMonth(arrives)}.`
          : `To arrive on ${formatDayAndMonth(arrives)}. For orders by phone, printed or in their own shop: nothing is sent.`}
      </p>
      {changes !== null && changes.length > 0 && (
        <ul className="list-disc pl-5">
          {changes.map(({ packId, ingredient, pack, was, packs }) => (
            <li key={packId}>
              {ingredient}, {pack}: {packs} instead of {was}
            </li>
          ))}
        </ul>
      )}
      {sent && <p className="font-semibold">The whole order now</p>}
      {bought.length === 0 && <p>Nothing.</p>}
      <ul className="list-disc pl-5">
        {bought.map((line) => (
          <li key={line.packId}>
            {packsText(line)} {line.ingredient}
          </li>
        ))}
      </ul>
      {isEmail && (
        <TextAreaField
          label="Note for them"
          optional
          maxLength={400}
          value={note}
          onChange={({ target: { value } }) => setNote(value)}
        />
      )}
    </ActionDialog>
  );
}
