import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettingsConflict, SettingsReply } from '#areas/business/calls/settings.ts';
import { saleSentence } from '#areas/business/rules/sale-state.ts';
import {
  fetchSettingsPreview,
  sendSettings,
  settingsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import { orderingWeekQuery, useToday } from '#areas/order-book/web/ordering-queries.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';
import { formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { conflictIn } from '#platform/web/api/failure.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { goingLiveQuery } from '#areas/office/web/portal/office-queries.ts';

type OpenOrdersProps = { goingLive: GoingLiveReply };

export function OpenOrders({ goingLive }: OpenOrdersProps) {
  const settings = useQuery(settingsQuery);
  const { data: week } = useQuery(orderingWeekQuery);
  const today = useToday();
  return (
    <Card as="section" aria-label="Open for orders" className="grid gap-3">
      <Loaded query={settings} what="whether you are open" kind="line">
        {(facts) =>
          week && today !== null ? (
            <Switch goingLive={goingLive} settings={facts} week={week} today={today} />
          ) : null
        }
      </Loaded>
    </Card>
  );
}

type SwitchProps = OpenOrdersProps & {
  settings: SettingsReply;
  week: { sale: Parameters<typeof saleSentence>[0] };
  today: PlainDate;
};

function Switch({ goingLive, settings, week: { sale }, today }: SwitchProps) {
  const { whyBefore, isDemo, bars } = goingLive;
  if (isDemo) return <p>This is the demo business: it is open, and its customers are made up.</p>;
  if (whyBefore === null)
    return <OpenNow sale={sale} settings={settings} today={today} goingLive={goingLive} />;
  const isPlanned = whyBefore === 'date';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-semibold">
        {isPlanned
          ? `Opens on ${formatDate(settings.launchDate)} at midnight.`
          : 'Closed to the public.'}
      </p>
      {whyBefore !== 'cards' && (
        <DialogButton
          size="small"
          variant={bars.length > 0 ? 'secondary' : 'primary'}
          dialog={(close) => (
            <OpenDialog settings={settings} today={today} bars={bars} onClose={close} />
          )}
        >
          {isPlanned ? 'Open earlier…' : 'Open for orders…'}
        </DialogButton>
      )}
    </div>
  );
}

/** Selling, or on a break of its own making. */
function OpenNow({
  sale,
  settings,
  today,
  goingLive: { underWay },
}: Pick<SwitchProps, 'settings' | 'today' | 'goingLive'> & {
  sale: SwitchProps['week']['sale'];
}) {
  const close = useClosing();
  if (sale.state !== 'open')
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{saleSentence(sale, settings)}</p>
        <Link
          to={paths.admin({ tab: 'settings', section: 'When' })}
          className={buttonClass('secondary', 'small')}
        >
          When you are closed
        </Link>
      </div>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid gap-0.5">
        <p className="font-semibold">Open: customers can order.</p>
        <p className="text-sm text-ink-soft">{closingWords(underWay)}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        onClick={() => close({ from: today, until: null, windows: [] })}
      >
        Close…
      </Button>
    </div>
  );
}

function closingWords({ orders, paying }: GoingLiveReply['underWay']): string {
  const goOn = orders === 1 ? '1 paid order goes on.' : `${orders} paid orders go on.`;
  const finish =
    paying === 1
      ? ' 1 person is paying and may finish.'
      : ` ${paying} people are paying and may finish.`;
  return `If you close, new orders stop. ${orders > 0 ? goOn : ''}${paying > 0 ? finish : ''}`.trim();
}

type OpenDialogProps = {
  settings: SettingsReply;
  today: PlainDate;
  bars: readonly string[];
  onClose: () => void;
};

/** Now, or on a day: and what changes on the site then. */
function OpenDialog({ settings, today, bars, onClose }: OpenDialogProps) {
  const client = useQueryClient();
  const isAhead = settings.launchDate > today;
  const isBarred = bars.length > 0;
  const form = useForm({
    initial: {
      when: isBarred ? ('date' as const) : ('now' as 'now' | 'date'),
      launchDate: isAhead ? settings.launchDate : '',
    },
    check: ({ when, launchDate: day }) =>
      when === 'now' || (isPlainDate(day) && day > today)
        ? {}
        : { launchDate: 'Please choose a later day' },
    // As Settings would: checked, kept as a version, and in the audit trail.
    async send({ when, launchDate: day }) {
      // The day on which it opened before is kept.
      const launchDate = when === 'date' ? day : isAhead ? today : settings.launchDate;
      const facts = { ...settings, launchDate, ordersOpen: true };
      const { previewHash } = await fetchSettingsPreview(settings.version, facts);
      return sendSettings(settings.version, facts, previewHash);
    },
    refresh: [{ queryKey: orderingWeekQuery.queryKey }, goingLiveQuery],
    says: (_, { when }) => ({
      title: when === 'now' ? 'Open for Orders' : 'Launch Date Saved',
      description: 'Pages opened from now on show it.',
    }),
    onDone({ settings: saved }) {
      if (saved) client.setQueryData(settingsQuery.queryKey, saved);
      onClose();
    },
    onFailure(failure) {
      const stale = conflictIn<SettingsConflict>(failure, ['settings_stale']);
      if (stale?.code === 'settings_stale')
        client.setQueryData(settingsQuery.queryKey, stale.settings);
    },
  });
  const { when, launchDate } = form.values;
  return (
    <ActionDialog
      title="Open for orders"
      act={
        when === 'now'
          ? 'Open now'
          : `Open${isPlainDate(launchDate) ? ` on ${formatDate(launchDate)}` : ''} at midnight`
      }
      busyLabel="Saving…"
      change={form}
      go={form.submit}
      onClose={onClose}
    >
      {isBarred && (
        <Notice tone="error" title="Not yet">
          <ul className="grid list-disc gap-1 pl-5">
            {bars.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>You can announce a day. An alarm reminds you while something is in the way.</p>
        </Notice>
      )}
      <PillChoice
        legend="When"
        layout="even"
        value={when}
        pills={[
          { value: 'now', label: 'Now', disabled: isBarred },
          { value: 'date', label: 'On a day' },
        ]}
        onChange={(next) => form.set({ when: next })}
      />
      {when === 'date' && (
        <DateField
          label="First day for orders"
          value={launchDate}
          error={form.errors['launchDate'] ?? null}
          onChange={(day) => form.set({ launchDate: day })}
        />
      )}
      <p>What changes on the site {when === 'now' ? 'now' : 'from midnight of that day'}:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {OPENING.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </ActionDialog>
  );
}

const OPENING = [
  'Everyone can order. Until then the order page says when you open, and takes no orders.',
  'The landing page and the waitlist page say that you deliver, and ask people to order first.',
  'Meals on the landing page show their price and are no longer marked “Coming Soon”.',
  'No emails are sent. Invite people on the waitlist once they can order.',
];
