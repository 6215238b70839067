import { type ReactNode, Fragment } from 'react';

export type ShownChange = {
  key: string | number;
  who: ReactNode;
  when: ReactNode;
  what: ReactNode;
  /** "Price: 14.49 → 14.99" and the like. */
  details: readonly string[];
};

/** Who changed what and when; newest first. */
export function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  return (
    <ol className="grid gap-3">
      {changes.map(({ key, who, when, what, details }) => (
        <li key={key} className="border-l-2 border-line pl-3">
          <p>
            <span className="font-semibold">{what}</span> by{' '}
            <span className="break-all">{who}</span>
          </p>
          <p className="text-sm text-ink-soft">{when}</p>
          {details.length > 0 && (
            <ul className="mt-1 text-sm">
              {details.map((detail) => (
                <li key={detail} className="break-words">
                  {detail}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

/** An email address: on a line of its own before it wraps, then before its @ and its dots, and within a word at last. */
export function EmailAddress({ address }: { address: string }) {
  const parts = address.split(/(?=[@.])/);
  return (
    <span className="inline-block max-w-full wrap-break-word">
      {parts.map((part, index) => (
        // Parts may be equal, and are never reordered.
        <Fragment key={`${index}:${part}`}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
