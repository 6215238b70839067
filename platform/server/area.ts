import type { FastifyInstance } from 'fastify';
import type { Context } from '#platform/server/context.ts';

/**
 * What an area adds to the server. Fields of other areas' lists, messages for instance, are added by the area that
 * reads the list.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
export interface Area {
  name: string;
  /** Registers its calls. */
  routes?(app: FastifyInstance, context: Context): void;
}
