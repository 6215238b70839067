import { type ApiTokenReply, revokeApiToken } from '#areas/staff/calls/api-tokens.ts';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { RIGHT_TEXTS } from '#platform/rules/right-texts.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { apiTokensQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { formatDate } from '#platform/rules/plain-date.ts';

const STATES = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;

export function TokenTable({ tokens }: { tokens: readonly ApiTokenReply[] }) {
  const self = useSignedIn();
  const formatInstant = useFormatInstant();
  return (
    <DataTable
      caption="API tokens"
      rows={tokens}
      keyOf={({ id }) => id}
      isFaded={({ state }) => state !== 'active'}
      columns={[
        {
          name: 'name',
          header: 'Name',
          isPlain: true,
          cell: ({ name, lastFour, owner, rights }) => (
            <div className="grid min-w-0 gap-0.5">
              <span className="font-semibold break-words">{name}</span>
              <span className="text-sm break-all text-ink-soft">
                mr_…{lastFour}
                {owner.id !== self.id && ` of ${owner.email}`}
              </span>
              <details className="text-sm text-ink-soft">
                <summary className="cursor-pointer py-1 underline underline-offset-4">
                  {rights.length === 1 ? '1 right' : `${rights.length} rights`}
                </summary>
                <ul>
                  {rights.map((right) => (
                    <li key={right}>{RIGHT_TEXTS[right]}</li>
                  ))}
                </ul>
              </details>
            </div>
          ),
        },
        {
          name: 'state',
          header: 'Status',
          cell: ({ state }) => (
            <Badge variant={state === 'active' ? 'default' : 'outline'}>{STATES[state]}</Badge>
          ),
        },
        {
          name: 'used',
          header: 'Last used',
          cell: ({ lastUsedOn }) => (lastUsedOn === null ? 'Never' : formatDate(lastUsedOn)),
        },
        {
          name: 'expires',
          header: 'Expires',
          cell: ({ expiresAt }) => formatInstant(expiresAt),
        },
        {
          name: 'actions',
          header: <span className="sr-only">Actions</span>,
          isPlain: true,
          align: 'end',
          cell: (token) => token.state === 'active' && <RevokeButton token={token} />,
        },
      ]}
    />
  );
}

function RevokeButton({ token: { id, name } }: { token: ApiTokenReply }) {
  const revoke = useChange(() => call(revokeApiToken, { params: { tokenId: id } }), {
    refresh: [apiTokensQuery],
    says: 'Token Revoked',
    toastsFailure: true,
  });
  return (
    <ChangeButton
      change={revoke}
      asks={{
        title: `Revoke ${name}?`,
        text: 'The program that uses it can’t call Mealrun any more, from now on.',
        act: 'Revoke token',
        keep: 'Keep token',
      }}
      aria-label={`Revoke ${name}`}
    >
      Revoke
    </ChangeButton>
  );
}
