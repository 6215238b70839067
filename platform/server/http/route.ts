/**
 * Turns a contract endpoint into a route: requests and replies are checked by the same declaration that the browser
 * uses.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { About, Access, Endpoint } from '#platform/calls/endpoint.ts';
import { idsNamedBy } from '#platform/server/http/about.ts';
import { generalRefusals, type RefusalCode } from '#platform/calls/refusals.ts';
import { mayTokensHold } from '#platform/rules/api-tokens.ts';
import { rolesWith, type StaffRight } from '#platform/rules/roles.ts';
import { NotSignedIn } from '#platform/server/errors.ts';
import { RefusalReply } from '#platform/calls/endpoint.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  reply: FastifyReply;
};

export function route<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (input: Input<P, Q, B>) => Promise<z.input<R>>,
): void {
  assertAccess(endpoint, 'public');
  register(app, endpoint, (request, reply) => handle(checkedInput<P, Q, B>(request, reply)));
}

/** A staff-only route: by the time it runs, someone is signed in. */
export function staffRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (input: Input<P, Q, B> & { staff: StaffMember }) => Promise<z.input<R>>,
): void {
  assertAccess(endpoint, 'staff');
  register(app, endpoint, (request, reply) => {
    if (!request.staff) throw new NotSignedIn();
    return handle({ ...checkedInput<P, Q, B>(request, reply), staff: request.staff });
  });
}

function assertAccess(endpoint: Endpoint, access: Access): void {
  if (endpoint.access === access) return;
  throw new Error(
    `${endpoint.method} ${endpoint.path} is declared for ${endpoint.access}, not for ${access}`,
  );
}

function register(
  app: FastifyInstance,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: accessOf(endpoint),
    handler: async (request, reply) => {
      // Unless the handler says otherwise, no browser and no proxy keeps a reply.
      reply.header('cache-control', 'no-store');
      const body = await answer(request, reply);
      return reply.code(endpoint.status).send(body);
    },
  });
}

/** What a route's config says of its call. Throws when it names ids and does not say whose. */
export function accessOf(endpoint: Endpoint): {
  access: Access;
  right?: StaffRight;
  about?: About;
  ids: string[];
  refusals: readonly RefusalCode[];
} {
  const { access, right, about, method, path } = endpoint;
  const ids = idsNamedBy(endpoint);
  if (ids.length > 0 && about === undefined)
    throw new Error(
      `${method} ${path} names ${ids.join(', ')} and not whose they are. State what it is about.`,
    );
  return {
    access,
    ids,
    refusals: [...new Set([...endpoint.refusals, ...generalRefusals(kindOf(endpoint))])],
    ...(right !== undefined && { right }),
    ...(about !== undefined && { about }),
  };
}

function kindOf({ access, right, about, method }: Endpoint) {
  return {
    access,
    isForTokens: right !== undefined && mayTokensHold(right),
    isChange: method !== 'GET',
    // Also of a DELETE what is sent is read, though no call asks for it.
    mayHaveBody: method !== 'GET',
    namesIds: about !== undefined,
  };
}

/** The schemas by which Fastify checks requests and replies, and describes them in openapi.json. */
export function routeSchema(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'staff' && { description: describeRight(endpoint.right) }),
    ...(isGiven(endpoint.params) && { params: endpoint.params }),
    ...(isGiven(endpoint.query) && { querystring: endpoint.query }),
    ...(isGiven(endpoint.body) && { body: endpoint.body }),
    response: { [endpoint.status]: describeReply(endpoint), ...REFUSALS },
  };
}

/** The same for routes that the browser's code does not call: navigations, events, the gateway's webhook. */
export function plainSchema(
  summary: string,
  response: Record<number, z.ZodType | ReturnType<typeof inMediaType>>,
) {
  const isRedirect = Object.keys(response).every((status) => status.startsWith('3'));
  // Tools expect a 2xx of each operation, or a default.
  return {
    summary,
    response: { ...response, ...REFUSALS, ...(isRedirect && { default: RefusalReply }) },
  };
}

export function describeRight(right: StaffRight): string {
  return `Needs the right ${right}: ${rolesWith(right).join(', ')}. Other roles: 403 not_allowed.`;
}

const REFUSALS = { '4xx': RefusalReply, '5xx': RefusalReply };

/** Describes replies without a body. */
export const NO_BODY = z.null();

function describeReply({ status, reply, mediaType }: Endpoint) {
  if (status === 204) return NO_BODY;
  return mediaType ? inMediaType(reply, ...[mediaType].flat()) : reply;
}

/** A reply that is not JSON. */
export function inMediaType(schema: z.ZodType, ...mediaTypes: string[]) {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
  return { description: mediaTypes.join(' or '), content };
}

function isGiven(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodUndefined);
}

/** By the time a handler runs, Fastify has replaced the raw request with what the schemas parsed. */
function checkedInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  request: FastifyRequest,
  reply: FastifyReply,
): Input<P, Q, B> {
  return {
    params: request.params as z.output<P>,
    query: request.query as z.output<Q>,
    body: request.body as z.output<B>,
    reply,
  };
}
