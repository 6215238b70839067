import type { ReactNode } from 'react';

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
