import { useState } from 'react';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { AddedNeeds } from '#areas/needs/rules/unite-people.ts';
import { noteNeeds } from '#areas/checkout/web/site/kept-households.ts';

/** "Kept on this device for next time: Mia now without soy." */
export function KeptForNextTime({ added }: { added: readonly AddedNeeds[] }) {
  if (added.length === 0) return null;
  const each = added.map(
    ({ personName, allergens, avoid }) =>
      `${personName} now without ${namesText([...allergens, ...avoid])}`,
  );
  return (
    <p role="status" className="max-w-prose wrap-anywhere">
      {`Kept on this device for next time: ${each.join('; ')}.`}
    </p>
  );
}

type KeptOfOrderProps = { token: string; people: Parameters<typeof noteNeeds>[1] };

/** After a change: this device remembers it of the household whose order it is. */
export function KeptOfOrder({ token, people }: KeptOfOrderProps) {
  const [added] = useState(() => noteNeeds(token, people));
  return <KeptForNextTime added={added} />;
}
