import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type KeptPartProps = { title: string; children: ReactNode; onErase: () => void };

/** One part of what the browser keeps, and one tap to erase it. */
export function KeptPart({ title, children, onErase }: KeptPartProps) {
  return (
    <Card as="section" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">{title}</h2>
        <Button variant="secondary" size="small" onClick={onErase}>
          Erase<span className="sr-only"> {title}</span>
        </Button>
      </div>
      {children}
    </Card>
  );
}
