/** `GET /api/openapi.json`, generated from the same declarations as the routes. */
import type { FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { mayTokensHold } from '#platform/rules/api-tokens.ts';
import type { StaffRight } from '#platform/rules/rights.ts';
import { operationIdOf, tagOf, TAGS_DESCRIBED } from '#app/server/operation-names.ts';
import { schemaRegistry } from '#app/server/shared-schemas.ts';
import { describeWebhooks } from '#app/server/describe-webhooks.ts';
import { tidyDescription } from '#app/server/tidy-description.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';
import { VERSION } from '#platform/server/version.ts';

const toJsonSchema = createJsonSchemaTransform({ schemaRegistry });
const withComponents = createJsonSchemaTransformObject({ schemaRegistry });

const JSON_TYPE = 'application/json; charset=utf-8';

const INFO = {
  title: 'Mealrun',
  version: VERSION,
  description:
    'Ordering site and staff portal of a local prepared-meal kitchen. Amounts are dollars with two decimals unless a ' +
    'name ends in `Cents`; times are ISO 8601 in UTC; dates are days in the kitchen’s own time zone.',
  contact: { name: 'Mealrun' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'mealrun.session_token',
    description:
      'Set by signing in. Over https the name starts with `__Host-`. Changes must come from our own pages.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mr_ and 49 letters and digits',
    description:
      'A personal API token, made in the portal under API. A call needs the right both of the token and of its owner’s role.',
  },
} as const;

/** Must be called before any route is registered. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      // Whichever host the description was read from.
      servers: [{ url: '/' }],
      tags: TAGS_DESCRIBED,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: (described) => {
      const { url, route, schema } = described;
      if (!isCall(url) || schema?.hide) return { schema: { hide: true }, url };
      const transformed = toJsonSchema(described);
      const isPublic = route.config?.access === 'public';
      return {
        url,
        schema: {
          description: 'Public: no sign-in needed.',
          ...transformed.schema,
          operationId: operationIdOf(String(route.method), url),
          tags: [tagOf(url)],
          security: isPublic ? [] : securityOf(route.config?.right),
        },
      };
    },
    transformObject: (described) =>
      tidyDescription(Object.assign(withComponents(described), { webhooks: describeWebhooks() })),
  });
  let stored: Promise<StoredReply> | undefined;
  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/api/openapi.json', options, async (request, reply) => {
    stored ??= storeReply(
      { status: 200, contentType: JSON_TYPE, body: JSON.stringify(app.swagger()) },
      'few',
    );
    return sendStored(request, reply, await stored);
  });
}

/** What tokens can never do needs someone who is signed in. */
function securityOf(right: StaffRight | undefined): Record<string, string[]>[] {
  const isForTokens = right !== undefined && mayTokensHold(right);
  return [{ session: [] }, ...(isForTokens ? [{ token: [] }] : [])];
}

/** Pages, pictures and site assets are not API calls. */
function isCall(url: string): boolean {
  return /^\/(api\/|livez$|readyz$|metrics$)/.test(url);
}
