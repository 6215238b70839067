import type { FastifyInstance } from 'fastify';
import {
  answerTemperature,
  correctTemperature,
  getTemperatureRecord,
  listTemperatures,
  recordTemperature,
} from '#areas/kitchen/calls/temperatures.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { makeTemperatureRecord } from '#areas/kitchen/server/temperatures/make-record.ts';
import {
  toReadingReply,
  describeTemperatures,
} from '#areas/kitchen/server/temperatures/read-readings.ts';
import { answerReading } from '#areas/kitchen/server/temperatures/answer-reading.ts';
import {
  correctReading,
  recordReading,
} from '#areas/kitchen/server/temperatures/record-reading.ts';

export function registerTemperatureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listTemperatures, ({ query }) => describeTemperatures(context, query));

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
