import type { FastifyInstance } from 'fastify';
import type { Refusals } from '#platform/calls/refusals.ts';
import type { Context } from './context.ts';
import type { ClockJob, DueKind } from '#platform/server/queue/queue.ts';
import type { Whose } from '#platform/server/http/about.ts';
import type { KeptTable } from '#platform/server/db/kept-table.ts';

/**
 * What an area adds to the server. Fields of other areas' lists, messages for instance, are added by the area that
 * reads the list.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
export interface Area {
  name: string;
  routes?(app: FastifyInstance, context: Context): void;
  /** Its own; `calls/refusals.ts`. */
  refusals?: Refusals;
  /** Which of the ids that a call names are the caller's, for what calls are `about`. */
  about?: Whose;
  /** What runs by the clock, in one process at a time. */
  jobs?: readonly ClockJob[];
  /** Its kinds of work: tried when the database tells of some, and every minute. */
  due?: readonly DueKind[];
  /**
   * Its tables. When a customer is erased they are gone through in this sequence, areas above before those they use.
   */
  tables?: readonly KeptTable[];
}
