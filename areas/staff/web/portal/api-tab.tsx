import { useMayDo, useSignedIn } from '#platform/web/api/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState, type ReactNode, useId } from 'react';
import {
  type NewApiTokenReply,
  makeApiToken,
  MakeApiTokenRequest,
} from '#areas/staff/calls/api-tokens.ts';
import { apiTokensQuery, webhooksQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TokenTable } from '#areas/staff/web/portal/token-table.tsx';
import {
  type WebhookSecretReply,
  type WebhookReply,
  addWebhook,
  AddWebhookRequest,
} from '#areas/staff/calls/webhooks.ts';
import {
  FAILING_DAYS,
  WEBHOOK_EVENT_TEXTS,
  type WebhookOffReason,
  LONGEST_WEBHOOK_URL,
  WEBHOOK_EVENTS,
  type WebhookEventName,
} from '#platform/rules/webhooks.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { WebhookActions, WebhookLog } from '#areas/staff/web/portal/api-webhooks.tsx';
import { call } from '#platform/web/api/client.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import { LONGEST_TOKEN_NAME, TOKEN_DAYS, tokenRightsOf } from '#platform/rules/api-tokens.ts';
import { RIGHT_TEXTS } from '#platform/rules/right-texts.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { FieldNotes, describedBy } from '#platform/web/ui/form/field-frame.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

/** Programs of others: what calls us, and what we call. */
export function ApiTab() {
  const mayManageWebhooks = useMayDo('manageWebhooks');
  return (
    <div className="grid gap-12 py-5">
      <TokensSection />
      {mayManageWebhooks && <WebhooksSection />}
    </div>
  );
}

/** Personal API tokens: one’s own, or everyone’s for an owner. */
function TokensSection() {
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
            Copy it now: we show it only once. Anyone who has it can do what you ticked in your
            name, so keep it like a password.
          </p>
        </ShownOnceDialog>
      )}
    </section>
  );
}

function WebhooksSection() {
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<WebhookSecretReply | null>(null);

  function show(reply: WebhookSecretReply) {
    setAdding(false);
    setShown(reply);
  }

  return (
    <section aria-labelledby="webhooks-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks-heading" className="text-xl">
          Webhooks
        </h2>
        <Button size="small" onClick={() => setAdding(true)}>
          Add webhook
        </Button>
      </div>
      <p className="max-w-prose text-ink-soft">
        We tell another program when an order, a delivery or a refund changes. We send numbers,
        status and amounts, and no names or addresses.
      </p>
      <Loaded query={useQuery(webhooksQuery)} what="the webhooks">
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title="No webhooks yet">
              <p>Add one when another program should hear of orders.</p>
            </EmptyState>
          ) : (
            <ul className="grid gap-4">
              {webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onSecret={setShown} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <NewWebhookDialog onClose={() => setAdding(false)} onAdded={show} />}
      {shown && (
        <ShownOnceDialog
          title="Signing secret"
          label="Secret"
          value={shown.secret}
          onClose={() => setShown(null)}
        >
          <p>
            Copy it now: we show it only once. The other program checks with it that an event comes
            from us.
          </p>
          {shown.webhook.oldSecretUntil !== null && (
            <p>The old secret keeps working for 24 hours.</p>
          )}
        </ShownOnceDialog>
      )}
    </section>
  );
}

const OFF_TITLES: Record<WebhookOffReason, string> = {
  failing: `Switched off after ${FAILING_DAYS} days of failures`,
  gone: 'Switched off because the other program answered 410 Gone',
};

type WebhookCardProps = {
  webhook: WebhookReply;
  onSecret: (reply: WebhookSecretReply) => void;
};

function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { id, url, events, isActive, offReason, failingSince, oldSecretUntil } = webhook;
  const [isLogOpen, setLogOpen] = useState(false);
  const formatInstant = useFormatInstant();
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-semibold break-all">{url}</p>
        <Badge variant={isActive ? 'default' : 'outline'}>{isActive ? 'On' : 'Off'}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {events.map((event) => WEBHOOK_EVENT_TEXTS[event]).join(', ')}
      </p>
      {offReason !== null && (
        <Notice tone="warning" title={OFF_TITLES[offReason]}>
          <p>The log says what came back. Switch it on again once the other program works.</p>
        </Notice>
      )}
      {isActive && failingSince !== null && (
        <Notice tone="warning" title={`Failing since ${formatInstant(failingSince)}`}>
          <p>We keep trying. After {FAILING_DAYS} days we switch it off.</p>
        </Notice>
      )}
      {oldSecretUntil !== null && (
        <p className="text-sm text-ink-soft">
          The old secret works until {formatInstant(oldSecretUntil)}.
        </p>
      )}
      <WebhookActions
        webhook={webhook}
        onSecret={onSecret}
        isLogOpen={isLogOpen}
        onToggleLog={() => setLogOpen(!isLogOpen)}
      />
      {isLogOpen && <WebhookLog id={id} isActive={isActive} />}
    </Card>
  );
}

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, label: WEBHOOK_EVENT_TEXTS[value] }));

type NewWebhookDialogProps = {
  onClose: () => void;
  onAdded: (reply: WebhookSecretReply) => void;
};

function NewWebhookDialog({ onClose, onAdded }: NewWebhookDialogProps) {
  const form = useForm({
    initial: { url: '', events: [] as WebhookEventName[] },
    check: ({ url, events }) => checkFields(AddWebhookRequest, { url: url.trim(), events }),
    send: ({ url, events }) => call(addWebhook, { body: { url: url.trim(), events } }),
    refresh: [webhooksQuery],
    onDone: onAdded,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add webhook"
      submitLabel="Add webhook"
      busyLabel="Adding…"
    >
      <TextField
        label="Address"
        hint="Where the other program receives events. It starts with https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_WEBHOOK_URL}
        {...form.text('url')}
      />
      <TickList legend="Events" choices={CHOICES} {...form.field('events')} />
    </FormDialog>
  );
}

type ShownOnceDialogProps = {
  title: string;
  label: string;
  value: string;
  children: ReactNode;
  onClose: () => void;
};

/** A secret that nobody can read again. */
function ShownOnceDialog({ title, label, value, children, onClose }: ShownOnceDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} done="Done">
      <div className="grid gap-4">
        {children}
        <CopyField label={label} value={value} />
      </div>
    </Dialog>
  );
}

type NewTokenDialogProps = { onClose: () => void; onMade: (reply: NewApiTokenReply) => void };
type NewToken = { name: string; rights: StaffRight[]; days: (typeof TOKEN_DAYS)[number] };

const NEW_TOKEN: NewToken = { name: '', rights: [], days: 90 };

function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const { role } = useSignedIn();
  const form = useForm({
    initial: NEW_TOKEN,
    check: MakeApiTokenRequest,
    send: (body) => call(makeApiToken, { body }),
    refresh: [apiTokensQuery],
    onDone: onMade,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New API token"
      submitLabel="Make token"
      busyLabel="Making…"
    >
      <TextField
        label="Name"
        hint="What will use it, such as “Weekly report”"
        autoComplete="off"
        maxLength={LONGEST_TOKEN_NAME}
        {...form.text('name')}
      />
      <SelectField
        label="Works for"
        value={form.values.days}
        error={form.errors['days'] ?? null}
        options={TOKEN_DAYS.map((value) => ({ value, label: `${value} days` }))}
        onChange={({ target }) => form.set({ days: Number(target.value) as NewToken['days'] })}
      />
      <TickList
        legend="What it may do"
        hint="Tick only what the program needs. It never has more rights than you."
        choices={tokenRightsOf(role).map((value) => ({ value, label: RIGHT_TEXTS[value] }))}
        {...form.field('rights')}
      />
    </FormDialog>
  );
}

type TickListProps<Value extends string> = {
  legend: string;
  hint?: string;
  choices: readonly { value: Value; label: string }[];
  /** Those that are ticked. */
  value: readonly Value[];
  error: string | null;
  onChange: (value: Value[]) => void;
};

/** Any number of many. */
function TickList<Value extends string>(props: TickListProps<Value>) {
  const { legend, hint, choices, value: chosen, error, onChange } = props;
  const id = useId();
  const noteIds = describedBy(id, { hint, error })['aria-describedby'];
  function toggle(value: Value) {
    const all = choices.map((choice) => choice.value);
    onChange(all.filter((each) => (each === value) !== chosen.includes(each)));
  }
  return (
    <fieldset className="grid gap-2" aria-describedby={noteIds}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <CheckChip key={value} checked={chosen.includes(value)} onToggle={() => toggle(value)}>
            {label}
          </CheckChip>
        ))}
      </div>
    </fieldset>
  );
}
