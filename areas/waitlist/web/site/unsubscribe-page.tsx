import { callQuery } from '#platform/web/api/call-query.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { SubscriptionPage } from '#areas/business/web/link-page.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import {
  confirmNews,
  getNews,
  getSubscription,
  unsubscribe,
} from '#areas/waitlist/calls/waitlist.ts';
import { call } from '#platform/web/api/client.ts';

export function UnsubscribePage() {
  const { business } = useConfig();
  return (
    <SubscriptionPage
      title="Unsubscribe"
      query={subscriptionQuery}
      asksTo="stop"
      send={stopEmails}
      question={(email) => (
        <>Stop all emails to {email}? You don’t need to sign in or give a reason.</>
      )}
      button="Unsubscribe"
      busyLabel="Unsubscribing…"
      done={{
        title: 'You’re unsubscribed',
        text: (email) => (
          <>
            <p className="wrap-anywhere">We won’t email you again at {email}.</p>
            <p>
              To hear from us later, join the waitlist again and tick the box for news. We’ll email
              you a link to confirm it.
            </p>
            {business.waitlistFirstOrderFree && <p>{FIRST_ORDER_OFFER} That still holds.</p>}
          </>
        ),
      }}
    />
  );
}

/** The page of the link in the email that asks whether they want news: they were on the waitlist before. */
export function ConfirmNewsPage() {
  return (
    <SubscriptionPage
      title="News by email"
      query={newsQuery}
      asksTo="start"
      send={sendConfirmNews}
      question={(email) => <>Send news about menus and offers to {email}?</>}
      button="Yes, send me news"
      busyLabel="Saving…"
      done={{
        title: 'You’ll get our news',
        text: (email) => (
          <>
            <p className="wrap-anywhere">We’ll send news about menus and offers to {email}.</p>
            <p>You can unsubscribe at any time, by the link in each email.</p>
          </>
        ),
      }}
      unknown={
        <Notice tone="warning" title="This link has expired">
          <p>
            It works for seven days. To get our news after that, or if part of the link is missing,
            join the waitlist again and tick the box.
          </p>
        </Notice>
      }
    />
  );
}

function subscriptionQuery(token: string) {
  return callQuery(['subscription', token], getSubscription, { query: { token } });
}

const stopEmails = (token: string) => call(unsubscribe, { query: { token } });

/** Whose link it is, in the email that asks about news. */
function newsQuery(token: string) {
  return callQuery(['waitlist-news', token], getNews, { query: { token } });
}

const sendConfirmNews = (token: string) => call(confirmNews, { body: { token } });
