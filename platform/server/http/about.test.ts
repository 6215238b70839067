import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id } from '#platform/calls/wire-values.ts';
import type { Context } from '#platform/server/context.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { askWhose, idsNamedBy, type Whose } from './about.ts';
import { staffRoute } from './route.ts';

const declared = {
  method: 'POST',
  path: '/api/bags',
  right: 'drive',
  summary: 'Bags',
  reply: z.unknown(),
} as const;

const Bags = z.strictObject({
  at: z.string(),
  ofWhat: z.object({ bagId: z.uuid() }).optional(),
  list: z.array(z.union([z.object({ number: Id, name: z.string() }), z.null()])).optional(),
});

/** For whom `me` is signed in. */
function anApp(whose: Whose) {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('staff', null);
  app.addHook('onRequest', async (request) => {
    request.staff = { id: 'me' } as StaffMember;
  });
  askWhose(app, {} as Context, whose);
  return app;
}

test('a call that names ids does not start without saying whose', () => {
  const call = endpoint({ ...declared, body: Bags });
  expect(() => staffRoute(anApp({}), call, async () => null)).toThrow(
    'POST /api/bags names ofWhat.bagId, list.number and not whose they are. State what it is about.',
  );
  const withoutIds = endpoint({ ...declared, body: z.object({ mealDate: z.string() }) });
  expect(idsNamedBy(withoutIds)).toEqual([]);
});

test('nor about what no area answers for', () => {
  const call = endpoint({ ...declared, about: 'ownRun', body: Bags });
  const start = (whose: Whose) => () => staffRoute(anApp(whose), call, async () => null);
  const message = 'POST /api/bags is about ownRun, and no area says whose its ids are.';
  expect(start({})).toThrow(message);
  expect(start({ ownRun: { deliveryId: async () => [] } })).toThrow(message);
});

test('whatever is not theirs reaches the handler as what never was, wherever it stands', async () => {
  const app = anApp({
    ownRun: {
      bagId: async () => [],
      'list.number': async (_context, { staff }, ids) =>
        ids.filter((id) => id === 2 && staff.id === 'me'),
    },
  });
  const call = endpoint({ ...declared, about: 'ownRun', body: Bags });
  staffRoute(app, call, async ({ body }) => body);
  const list = [{ number: 1, name: '1' }, null, { number: 2, name: '2' }];
  const bagId = '11111111-1111-4111-8111-111111111111';
  const reply = await app.inject({
    method: 'POST',
    url: '/api/bags',
    body: { at: bagId, ofWhat: { bagId }, list },
  });
  expect(reply.json(), reply.body).toEqual({
    at: bagId,
    ofWhat: { bagId: '00000000-0000-0000-0000-000000000000' },
    list: [{ number: 0, name: '1' }, null, { number: 2, name: '2' }],
  });
  await app.close();
});
