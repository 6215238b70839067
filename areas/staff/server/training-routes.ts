import type { FastifyInstance } from 'fastify';
import { addTraining as addTrainingCall } from '#areas/staff/calls/food-training.ts';
import { addTraining } from '#areas/staff/server/food-training.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';

export function registerTrainingRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, addTrainingCall, ({ body, staff }) => addTraining(context, staff, body));
}
