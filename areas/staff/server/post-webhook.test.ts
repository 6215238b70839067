/** A name that leads elsewhere at its second look-up: the address that was checked is the one connected to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postWebhook } from './send-webhooks.ts';
import { ReceivingProgram } from '#quality/support/integrations/receiving-program.ts';

/** The only look-up that knows the name: anyone who looks it up again finds nothing. */
const lookUp = async () => [{ address: '127.0.0.1', family: 4 }];

const receiver = new ReceivingProgram();
beforeAll(() => receiver.listen());
afterAll(() => receiver.close());

const post = (allowsLocalHosts: boolean) =>
  postWebhook(
    { allowsLocalHosts },
    { url: `http://hooks.invalid:${receiver.port}/`, headers: {}, body: '{}' },
    lookUp,
  );

test('is called at the address that was checked', async () => {
  expect(await post(true)).toMatchObject({ status: 204, error: null });
  expect(receiver.got.at(-1)?.headers['host']).toBe(`hooks.invalid:${receiver.port}`);
});

test('is not called when that is not on the public internet', async () => {
  receiver.got.length = 0;
  expect(await post(false)).toMatchObject({
    status: null,
    error: 'The address is not on the public internet',
  });
  expect(receiver.got).toEqual([]);
});
