import type { FastifyInstance } from 'fastify';
import {
  answerTemperature,
  correctTemperature,
  getTemperatureRecord,
  listTemperatures,
  recordTemperature,
} from '#contract/kitchen/temperatures.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { sendPrintout } from '#server/kitchen/send-printout.ts';
import { makeTemperatureRecord } from '#server/kitchen/temperatures/make-record.ts';
import {
  toReadingReply,
  describeTemperatures,
} from '#server/kitchen/temperatures/read-readings.ts';
import {
  answerReading,
  correctReading,
  recordReading,
} from '#server/kitchen/temperatures/record-reading.ts';

export function registerTemperatureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listTemperatures, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeTemperatures(context, query);
  });

  staffRoute(app, getTemperatureRecord, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await makeTemperatureRecord(context, query));
  });

  staffRoute(app, recordTemperature, async ({ body, staff }) =>
    toReadingReply(await recordReading(context, staff, body), { isStanding: true }),
  );

  staffRoute(app, correctTemperature, async ({ params, body, staff }) => {
    const reading = await correctReading(context, staff, { ...params, ...body });
    return toReadingReply(reading, { isStanding: !reading.isWithdrawn });
  });

  staffRoute(app, answerTemperature, async ({ params, body, staff }) =>
    toReadingReply(await answerReading(context, staff, { ...params, ...body }), {
      isStanding: true,
    }),
  );
}
