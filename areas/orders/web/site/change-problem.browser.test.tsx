import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { ChangeProblem } from '#areas/orders/web/site/change-problem.tsx';

const NOTHING = () => {};

test.each([
  ['past_cutoff', 'Changes have closed', 'Back to your order'],
  ['dispute_open', 'This order can’t be changed right now', 'Back to your order'],
  ['payment_in_progress', 'A payment is still being processed', 'Try again'],
  ['quote_changed', 'The price has changed', 'See the new price'],
  ['meal_unavailable', 'A meal is no longer available', 'Try again'],
  ['slot_full', 'That window is full', 'Choose another window'],
])('%s has a reason and a way on', async (code, title, way) => {
  const problem = new ApiError(
    409,
    JSON.stringify({ code, message: 'The server’s own sentence.' }),
  );
  await openPage(
    <ChangeProblem
      problem={problem}
      token="abc"
      order={{ people: [], orderItems: [] }}
      nameOf={() => undefined}
      onReload={NOTHING}
      onRetry={NOTHING}
      onShowCell={NOTHING}
      onShow={NOTHING}
    />,
    { at: '/track/abc/change', routes: ['/track/:token/change'] },
  );
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(title);
  await expect.element(alert).toMatchTextContent('The server’s own sentence.');
  const link = alert.getByRole(way === 'Back to your order' ? 'link' : 'button', { name: way });
  await expect.element(link).toBeVisible();
});
