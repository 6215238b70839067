import { expect, test } from 'vitest';
import { CLOCK_JOBS } from '#app/server/start-jobs.ts';

test('what must not be kept for ever is deleted by the clock', () => {
  const names = CLOCK_JOBS.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'forget_old_mail',
      'forget_old_sign_ins',
      'forget_old_throttles',
      'forget_old_webhooks',
      'purge_delivery_photos',
      'purge_gateway_payloads',
      'purge_temperature_readings',
      'purge_unpaid_checkouts',
    ]),
  );
});
