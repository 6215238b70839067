import {
  type DeliveryMessageKind,
  MESSAGE_FIELDS,
  type MessageField,
} from '#areas/messages/rules/delivery-messages.ts';
import { fieldsOf, type MessageChannel } from '#areas/messages/rules/messages.ts';

type FieldNamesProps = {
  kind: DeliveryMessageKind;
  channel: MessageChannel;
  onChoose: (field: MessageField) => void;
};

/** What may be used in a message; each puts itself where the cursor is. */
export function FieldNames({ kind, channel, onChoose }: FieldNamesProps) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        What you can use <span aria-hidden="true">▾</span>
      </summary>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {fieldsOf(kind, channel).map((field) => (
          <li key={field}>
            <button
              type="button"
              className="grid min-h-11 w-full content-center rounded-lg px-2 py-1 text-left hover:bg-primary-soft"
              onClick={() => onChoose(field)}
            >
              <code className="text-sm font-semibold text-primary">{`{${field}}`}</code>
              <span className="text-sm text-ink-soft">{MESSAGE_FIELDS[field]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
