import { Fragment } from 'react';

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
