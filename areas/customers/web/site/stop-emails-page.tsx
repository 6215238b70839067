import { SubscriptionPage } from '#areas/business/web/link-page.tsx';
import { remindersQuery, sendStopReminders } from '#areas/checkout/web/order-again.tsx';
import { ratingEmailsQuery, sendStopRatingEmails } from './aftercare-queries.ts';

/** The page of the link in an email that asks for ratings. */
export function StopRatingEmailsPage() {
  return (
    <SubscriptionPage
      title="Emails about ratings"
      query={ratingEmailsQuery}
      asksTo="stop"
      send={sendStopRatingEmails}
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

/** The page of the link in an email that reminds of ordering again. */
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
