import { Fragment } from 'react';

/** An email address that wraps before its @ and its dots; within a word only when nothing else helps. */
export function EmailAddress({ address }: { address: string }) {
  const parts = address.split(/(?=[@.])/);
  return (
    <span className="wrap-break-word">
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
