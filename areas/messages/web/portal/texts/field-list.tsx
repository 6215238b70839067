type FieldListProps<Field extends string> = {
  fields: readonly { field: Field; says: string; value?: string }[];
  onChoose: (field: Field) => void;
};

/** What may be put into a text; each puts itself where the cursor is. */
export function FieldList<Field extends string>({ fields, onChoose }: FieldListProps<Field>) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Insert a fact <span aria-hidden="true">▾</span>
      </summary>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {fields.map(({ field, says, value }) => (
          <li key={field} className="min-w-0">
            <button
              type="button"
              className="grid min-h-11 w-full content-center rounded-lg px-2 py-1 text-left hover:bg-primary-soft"
              // The field keeps the focus, and so the place of its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(field)}
            >
              <code className="text-sm font-semibold text-primary">{`{${field}}`}</code>
              <span className="text-sm break-words text-ink-soft">
                {says}
                {value !== undefined && (
                  <>
                    : <span className="text-ink">{value === '' ? 'nothing now' : value}</span>
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
