/** Turns a contract endpoint into a route: checked on the way in and on the way out, by the one declaration the browser uses too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Endpoint, ErrorReply } from '#contract/endpoint.ts';

type Input<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  reply: FastifyReply;
};

export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (input: Input<Endpoint<P, Q, B, R>>) => Promise<z.input<R>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: { access: endpoint.access },
    async handler(request, reply) {
      const answer = await handle({ ...(checkedInput<Endpoint<P, Q, B, R>>(request)), reply });
      return reply.code(endpoint.status).send(answer);
    },
  });
}

/** What Fastify checks requests and replies against, and describes in openapi.json. */
export function routeSchema(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    ...(isGiven(endpoint.params) && { params: endpoint.params }),
    ...(isGiven(endpoint.query) && { querystring: endpoint.query }),
    ...(isGiven(endpoint.body) && { body: endpoint.body }),
    response: { [endpoint.status]: endpoint.reply, '4xx': ErrorReply.loose(), '5xx': ErrorReply.loose() },
  };
}

function isGiven(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodUndefined);
}

/** By the time a handler runs, Fastify has put what the schemas made of the request in place of what was sent. */
function checkedInput<E extends Endpoint>(request: FastifyRequest): Omit<Input<E>, 'reply'> {
  return { params: request.params, query: request.query, body: request.body } as Omit<Input<E>, 'reply'>;
}
