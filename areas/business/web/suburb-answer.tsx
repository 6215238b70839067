import { useState } from 'react';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { nearestSuburb } from '#areas/business/rules/nearest-suburb.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Navigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';

type SuburbAnswerProps = { asked: string; suburbs: readonly ServedSuburb[] };

const LIST = new Intl.ListFormat('en-AU');

export function SuburbAnswer({ asked, suburbs }: SuburbAnswerProps) {
  const [meant, setMeant] = useState<'unknown' | 'elsewhere' | ServedSuburb>('unknown');
  const served = typeof meant === 'object' ? [meant] : servedSuburbsFor(asked, suburbs);
  if (served.length > 0) return <Yes suburbs={served} />;
  const near = meant === 'elsewhere' ? undefined : nearestSuburb(asked, suburbs);
  if (!near) return <Navigate to={paths.waitlist({ suburb: asked })} />;
  return (
    <div className="grid gap-2">
      <p>
        Did you mean <strong>{near.name}</strong>?
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setMeant(near)}>
          Yes, {near.name}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setMeant('elsewhere')}>
          No, {asked}
        </Button>
      </div>
    </div>
  );
}

function Yes({ suburbs }: { suburbs: readonly ServedSuburb[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="font-semibold">
        Yes, we deliver to {LIST.format(suburbs.map(({ name }) => name))}.
      </p>
      <a href={paths.order()} className={buttonClass('primary', 'small')}>
        Start your order
      </a>
    </div>
  );
}
