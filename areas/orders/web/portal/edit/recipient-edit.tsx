import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { NEWS_READERS, type NewsReader } from '#areas/business/rules/news-readers.ts';
import { EMPTY_RECIPIENT } from '#areas/order-book/rules/order-draft.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import type { OrderEditing } from './use-order-edit.ts';

const FIELDS = [
  { name: 'firstName', label: 'Their first name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'lastName', label: 'Their last name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'phone', label: 'Their phone', type: 'tel', maxLength: 40 },
] as const;

const READERS: Record<NewsReader, string> = {
  payer: 'the customer',
  recipient: 'who gets the food',
  both: 'both',
};

/** Someone else who gets the food, at the customer's address above. */
export function RecipientEdit({ editing }: { editing: OrderEditing }) {
  const { edit, problems, change } = editing;
  const { recipient } = edit;
  const problemOf = (field: string) => problems[`recipient.${field}`] ?? null;
  const set = (part: Partial<Recipient>) =>
    change((now) => ({ ...now, recipient: { ...(now.recipient ?? EMPTY_RECIPIENT), ...part } }));
  return (
    <OrderPanel title="For someone else">
      <Switch
        label="Someone else gets the food"
        checked={recipient !== null}
        onChange={(isTheirs) =>
          change((now) => ({ ...now, recipient: isTheirs ? EMPTY_RECIPIENT : null }))
        }
      />
      {recipient && (
        <>
          {FIELDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              autoComplete="off"
              value={recipient[name]}
              error={problemOf(name)}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          ))}
          <Switch
            label="It’s a present"
            checked={recipient.isGift}
            onChange={(isGift) => set({ isGift, ...(!isGift && { message: '' }) })}
          />
          {recipient.isGift && (
            <TextAreaField
              label="Message on the card"
              optional
              value={recipient.message}
              error={problemOf('message')}
              onChange={({ target }) => set({ message: target.value })}
            />
          )}
          <Switch
            label="Tell them who ordered"
            checked={recipient.namesPayer}
            onChange={(namesPayer) => set({ namesPayer })}
          />
          <SelectField
            label="Messages about the delivery go to"
            value={recipient.news}
            error={problemOf('news')}
            onChange={({ target }) =>
              set({ news: NEWS_READERS.find((one) => one === target.value) ?? 'payer' })
            }
          >
            {NEWS_READERS.map((reader) => (
              <option key={reader} value={reader}>
                {READERS[reader]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </OrderPanel>
  );
}
