import { useState } from 'react';
import type { AftercareReply } from '#areas/customers/calls/problems.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ProblemForm } from './problem-form.tsx';

type ReportProblemProps = { items: AftercareReply['items']; token: string };

export function ReportProblem({ items, token }: ReportProblemProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="section" className="grid justify-items-start gap-3">
      <h2 className="text-xl">Something was wrong?</h2>
      {isOpen ? (
        <ProblemForm items={items} token={token} onDone={() => setOpen(false)} />
      ) : (
        <>
          <p>Tell us what and we’ll refund it, bring it again or explain it.</p>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Something was wrong
          </Button>
        </>
      )}
    </Card>
  );
}
