import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { type ReactNode, createContext, useContext } from 'react';
import {
  type ConnectionReply,
  checkConnection,
  deleteConnection,
} from '#areas/office/calls/connections.ts';
import { CONNECTION_TITLES, type ConnectionKindName } from '#platform/rules/connections.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { AFTER_CONNECTING, connectionsQuery } from '#areas/office/web/portal/office-queries.ts';
import {
  CardsDialog,
  CopiesDialog,
  EmailDialog,
  TextsDialog,
} from '#areas/office/web/portal/going-live/connection-dialogs.tsx';
import type { Failure } from '#platform/web/api/failure.ts';

type ConnectionWorkProps = {
  kind: ConnectionKindName;
  /** What proves it. */
  children?: ReactNode | ((row: ConnectionReply) => ReactNode);
};

export function ConnectionWork({ kind, children }: ConnectionWorkProps) {
  return (
    <Loaded query={useQuery(connectionsQuery)} what="the connection" kind="line">
      {({ connections }) => {
        const row = connections.find((each) => each.kind === kind);
        if (!row) return null;
        return (
          <div className="grid gap-3">
            <Advice row={row} />
            <ConnectionButtons row={row} kind={kind} />
            {typeof children === 'function' ? children(row) : children}
            <KeptAccounts row={row} />
          </div>
        );
      }}
    </Loaded>
  );
}

function Advice({ row: { advice } }: { row: ConnectionReply }) {
  if (advice.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm wrap-anywhere">
      {advice.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const DIALOGS = { cards: CardsDialog, mail: EmailDialog, sms: TextsDialog, copies: CopiesDialog };

function ConnectionButtons({ row, kind }: { row: ConnectionReply; kind: ConnectionKindName }) {
  const { source, isProved } = row;
  const title = CONNECTION_TITLES[kind];
  const act = useActVariant();
  const check = useChange(checkConnection, { refresh: AFTER_CONNECTING });
  const disconnect = useChange(deleteConnection, { refresh: AFTER_CONNECTING });
  const Dialog = DIALOGS[kind];
  const change = source === 'none' ? 'Set up' : kind === 'cards' ? 'Change keys' : 'Change';
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {source !== 'environment' && (
          <DialogButton
            size="small"
            variant={source === 'none' ? act : 'secondary'}
            aria-label={`${change}: ${title}`}
            dialog={(close) => <Dialog row={row} onClose={close} />}
          >
            {change}
          </DialogButton>
        )}
        {(kind === 'cards' || (source === 'here' && kind !== 'mail')) && (
          <ChangeButton
            change={check}
            given={{ params: { kind } }}
            variant={source === 'environment' && !isProved ? act : 'quiet'}
            busyLabel="Checking…"
          >
            {kind === 'sms' ? 'Send another code' : 'Check now'}
          </ChangeButton>
        )}
        {source === 'here' && (
          <ChangeButton
            change={disconnect}
            given={{ params: { kind }, query: {} }}
            asks={{
              title: `Disconnect ${title.toLowerCase()}?`,
              text: DISCONNECTS[kind],
              act: 'Disconnect',
            }}
          >
            Disconnect…
          </ChangeButton>
        )}
      </div>
      <StepFailure failure={check.failure ?? disconnect.failure} />
    </>
  );
}

const DISCONNECTS = {
  cards: 'Nobody can order until other keys are entered. Paid orders can still be refunded.',
  mail: 'Emails are saved as files from now on, and nobody receives them.',
  sms: 'News of a delivery goes by email alone from now on.',
  copies: 'Backups lie on this machine only from now on. Copies in the bucket stay there.',
};

/** Accounts that are not in force any more. */
function KeptAccounts({ row: { kind, kept } }: { row: ConnectionReply }) {
  const forget = useChange(deleteConnection, { refresh: AFTER_CONNECTING });
  if (kept.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="font-semibold">Former accounts</p>
      <ul className="grid gap-2">
        {kept.map(({ account, says, why }) => (
          <li key={account} className="flex flex-wrap items-center gap-x-3">
            <span>
              {says}. {why}
            </span>
            {why === null && (
              <ChangeButton change={forget} given={{ params: { kind }, query: { account } }}>
                Forget
              </ChangeButton>
            )}
          </li>
        ))}
      </ul>
      <StepFailure failure={forget.failure} />
    </div>
  );
}

export const IsNextStep = createContext(false);

export function useActVariant(): 'primary' | 'secondary' {
  return useContext(IsNextStep) ? 'primary' : 'secondary';
}

/** Beside the button that it is about, with the words of the other side beneath ours. */
export function StepFailure({ failure }: { failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <p role="alert" className="font-semibold whitespace-pre-line wrap-anywhere text-danger">
      {failure.message}
    </p>
  );
}
