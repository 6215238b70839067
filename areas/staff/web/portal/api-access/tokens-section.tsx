import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { NewApiTokenReply } from '#areas/staff/calls/api-tokens.ts';
import { apiTokensQuery } from '#areas/staff/web/portal/api-tokens-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import { TokenTable } from './token-table.tsx';

/** Personal API tokens: one’s own, or everyone’s for an owner. */
export function TokensSection() {
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiTokenReply | null>(null);

  function show(reply: NewApiTokenReply) {
    setMaking(false);
    setMade(reply);
  }

  return (
    <section aria-labelledby="tokens-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="tokens-heading" className="text-xl">
          API tokens
        </h2>
        <Button size="small" onClick={() => setMaking(true)}>
          New token
        </Button>
      </div>
      <p className="max-w-prose text-ink-soft">
        With a token, a program works in your name: a spreadsheet that reads orders, for example.
        The{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer" className="underline">
          API reference
        </a>{' '}
        lists every call.
      </p>
      <Loaded query={useQuery(apiTokensQuery)} what="the API tokens">
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState title="No API tokens yet">
              <p>Make one when a program needs to call Mealrun.</p>
            </EmptyState>
          ) : (
            <TokenTable tokens={tokens} />
          )
        }
      </Loaded>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} onMade={show} />}
      {made && (
        <ShownOnceDialog
          title={`Token ${made.made.name}`}
          label="API token"
          value={made.token}
          onClose={() => setMade(null)}
        >
          <p>
            Copy it now: we show it only once. Whoever has it can do in your name what you ticked,
            so keep it like a password.
          </p>
        </ShownOnceDialog>
      )}
    </section>
  );
}
