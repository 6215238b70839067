import { SubscriptionPage } from '#areas/business/web/link-page.tsx';
import { remindersQuery, sendStopReminders } from '#areas/checkout/web/order-again.tsx';
import { callQuery } from '#platform/web/api/call-query.ts';
import { call } from '#platform/web/api/client.ts';
import { getRatingEmails, stopRatingEmails } from '#areas/customers/calls/aftercare.ts';

export function StopRatingEmailsPage() {
  return (
    <SubscriptionPage
      title="Emails about ratings"
      query={(token) => callQuery(['rating-emails', token], getRatingEmails, { query: { token } })}
      asksTo="stop"
      send={(token) => call(stopRatingEmails, { query: { token } })}
      question={(email) => (
        <>Stop asking {email} for ratings? You’ll still get emails about your orders.</>
      )}
      button="Don’t ask me again"
      busyLabel="Stopping…"
      done={{
        title: 'We won’t ask again',
        text: (email) => (
          <>
            <p className="wrap-anywhere">No more requests for ratings go to {email}.</p>
            <p>You can still rate meals on your order’s page.</p>
          </>
        ),
      }}
    />
  );
}

export function StopRemindersPage() {
  return (
    <SubscriptionPage
      title="Reminders to order"
      query={remindersQuery}
      asksTo="stop"
      send={sendStopReminders}
      question={(email) => (
        <>Stop reminding {email} to order? You’ll still get emails about your orders.</>
      )}
      button="No more reminders"
      busyLabel="Stopping…"
      done={{
        title: 'No reminders',
        text: (email) => (
          <>
            <p className="wrap-anywhere">We won’t remind {email} to order.</p>
            <p>To be reminded again, tick the box on an order’s page.</p>
          </>
        ),
      }}
    />
  );
}
