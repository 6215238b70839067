/** `GET /api/openapi.json`, generated from the same declarations as the routes. */
import type { FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { mayTokensHold } from '#platform/rules/api-tokens.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { UNREACHED_CODES } from '#platform/server/http/error-handler.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';
import { VERSION } from '#platform/server/version.ts';
import { z } from 'zod';
import { WEBHOOK_BODIES } from '#areas/staff/calls/webhook-events.ts';
import { WEBHOOK_EVENT_TEXTS, WEBHOOK_EVENTS } from '#platform/rules/webhooks.ts';
import { RefundReply, AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { ChangeReply } from '#platform/calls/audit.ts';
import { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { DriverReply } from '#areas/delivery/calls/drivers.ts';
import { IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { MessageReply } from '#areas/messages/calls/emails.ts';
import { Id, ID_IN_PATH } from '#platform/calls/wire-values.ts';
import { RefusalReply } from '#platform/calls/endpoint.ts';
import { TemperatureReadingReply } from '#areas/kitchen/calls/food-safety-record.ts';
import { MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { SignedInReply } from '#platform/calls/sign-in.ts';
import { StaffAccountReply } from '#areas/staff/calls/staff.ts';
import { declaredRefusals } from '#app/server/areas.ts';
import type { Refusal, RefusalCode } from '#platform/calls/refusals.ts';

/** Schemas that many calls share: named once in openapi.json, so that a generated client has one type for each. */
const NAMED: Record<string, z.ZodType> = {
  Error: RefusalReply,
  AdminOrder: AdminOrderReply,
  Change: ChangeReply,
  Delivery: DeliveryReply,
  DeliverySlot: SlotReply,
  Driver: DriverReply,
  Incident: IncidentReply,
  Meal: MealReply,
  Message: MessageReply,
  Printout: PrintoutReply,
  Quote: QuoteReply,
  Refund: RefundReply,
  SignedIn: SignedInReply,
  StaffAccount: StaffAccountReply,
  StaffMeal: StaffMealReply,
  TemperatureReading: TemperatureReadingReply,
  TrackedOrder: TrackedOrderReply,
};

const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) schemaRegistry.add(schema, { id });

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
      'A personal API token, made in the portal under Settings, API. A call needs the right both of the token and of its owner’s role.',
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
          response: withRefusals(transformed.schema.response, route.config?.refusals),
          operationId: operationIdOf(String(route.method), url),
          tags: [tagOf(url)],
          security: isPublic ? [] : securityOf(route.config?.right),
        },
      };
    },
    transformObject: (described) => {
      const document = withComponents(described);
      if ('components' in document)
        Object.assign(document.components?.schemas ?? {}, describeRefusals());
      return tidyDescription(Object.assign(document, { webhooks: describeWebhooks() }));
    },
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

/** The `webhooks` of openapi.json: what we send to addresses that an owner added. */
const HEADERS = {
  'webhook-id': 'The same at each attempt: a receiver that has had it need not act again.',
  'webhook-timestamp': 'Of this attempt, in seconds since 1970. Refuse what is minutes old.',
  'webhook-signature':
    'One or more, with spaces between: `v1,` and the base64 HMAC-SHA-256 of id, timestamp and body, joined by dots.',
} as const;

function describeWebhooks() {
  return Object.fromEntries(WEBHOOK_EVENTS.map((name) => [name, { post: describeEvent(name) }]));
}

function describeEvent(name: (typeof WEBHOOK_EVENTS)[number]) {
  const { $schema: _, ...schema } = z.toJSONSchema(WEBHOOK_BODIES[name], { io: 'input' });
  return {
    operationId: `receive${name.split('.').map(capitalise).join('')}`,
    tags: ['API'],
    summary: WEBHOOK_EVENT_TEXTS[name],
    description: 'Sent by us, signed as Standard Webhooks has it, to each webhook that chose it.',
    security: [],
    parameters: Object.entries(HEADERS).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken. Anything else, or no answer in 10 seconds: tried again.' },
    },
  };
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The generated description in the forms that other people's tools understand; it means the same. */

type Json = Record<string, unknown>;

function tidyDescription<T extends object>(document: T): T {
  const tidy = tidyValue(document) as T & { components: { schemas: Json } };
  const { schemas } = tidy.components;
  const used = new Set<string>();
  const { components: _, ...rest } = tidy;
  findReferences(rest, schemas, used);
  tidy.components.schemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => used.has(name)),
  );
  return tidy;
}

function findReferences(value: unknown, schemas: Json, used: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== '$ref' || typeof child !== 'string') findReferences(child, schemas, used);
    else if (!used.has(child.slice(COMPONENT.length))) {
      const name = child.slice(COMPONENT.length);
      used.add(name);
      findReferences(schemas[name], schemas, used);
    }
  }
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, child]) => [key, tidyValue(child)]);
  return tidySchema(Object.fromEntries(entries) as Json);
}

function tidySchema(schema: Json): Json {
  const { anyOf, type, items, propertyNames, required, additionalProperties, ...rest } = schema;
  if (rest['pattern'] === ID_IN_PATH.source)
    return { type: 'integer', minimum: 1, maximum: Id.maxValue };
  if (Array.isArray(anyOf) && anyOf.length === 1) {
    const { anyOf: _, ...around } = schema;
    return { ...around, ...(anyOf[0] as Json) };
  }
  // A pair: `maxItems` already says that nothing follows.
  if (type === 'array' && items === false) return { ...schema, items: {} };
  // One value for each of a list of names.
  if (isSchema(propertyNames) && Array.isArray(required) && isSchema(additionalProperties)) {
    const properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
    return { ...rest, type, required, properties, additionalProperties: false };
  }
  return schema;
}

function isSchema(value: unknown): value is Json {
  return value !== null && typeof value === 'object';
}

/** First match wins. The names are those of the portal's pages, where there is one. */
const TAGS: readonly [RegExp, string][] = [
  [/^\/(livez|readyz|metrics)$/, 'Health'],
  [/^\/api\/admin\/(system|export|going-live|connections)/, 'System'],
  [/^\/api\/(auth|login|logout|admin\/sessions)/, 'Sign-in'],
  [/^\/api\/(admin\/)?staff/, 'Staff'],
  [/^\/api\/admin\/(tokens|webhooks)/, 'API'],
  [/^\/api\/admin\/(orders|problems)/, 'Orders'],
  [/^\/api\/admin\/(customers|audit)/, 'Customers and history'],
  [/^\/api\/admin\/(deliveries|incidents)/, 'Deliveries'],
  [/^\/api\/admin\/delivery-slots/, 'Delivery slots'],
  [/^\/api\/(drive|pack)\//, 'Driving and packing'],
  [/^\/api\/admin\/(today|live|search)/, 'Today'],
  [/^\/api\/admin\/payments/, 'Payments'],
  [/^\/api\/admin\/(messages|page-texts)/, 'Emails'],
  [
    /^\/api\/admin\/(prep-sheet|day-papers|run-sheet|labels|papers|temperature|food-safety|food-training|goods-lots|receivable-goods|recall-runs|meal-traces)/,
    'Kitchen and printouts',
  ],
  [/^\/api\/bench/, 'Kitchen and printouts'],
  [/^\/api\/(admin\/)?(meals|meal-images|recipe-alerts|ratings)/, 'Meals'],
  [/^\/api\/(admin\/)?waitlist/, 'Waitlist'],
  [/^\/api\/(stripe|texts)\//, 'Reports of other services'],
  [/^\/api\//, 'Ordering'],
];

const TAGS_DESCRIBED = Object.entries({
  Orders: 'Find, read, change, cancel and refund orders.',
  Deliveries: 'Deliveries of a day: where they are, moving and refunding them, closed windows.',
  'Delivery slots': 'Days and windows with their places.',
  Meals: 'The menu, recipes and pictures.',
  'Kitchen and printouts':
    'What is cooked on a day, goods, the food safety record, recalls, sheets and labels.',
  'Driving and packing': 'What drivers and packers see and report.',
  Today: 'What needs attention now, and the portal’s search.',
  Payments: 'Undecided orders, failed refunds and the books.',
  Emails: 'Messages to customers and their words.',
  'Customers and history': 'All that is held about a customer, and who changed what.',
  Waitlist: 'Who asked to hear of the launch.',
  Staff: 'Accounts, roles and invitations.',
  System: 'State of the system, backups and export.',
  API: 'Personal tokens for programs, and webhooks that tell programs of orders.',
  'Sign-in': 'Signing in, and a person’s own account.',
  Ordering: 'What the public site calls to take an order and to follow it.',
  'Reports of other services': 'Called by the card provider and the text service.',
  Health: 'For load balancers and monitoring.',
} satisfies Record<string, string>).map(([name, description]) => ({ name, description }));

/** Every path that is described has one. */
function tagOf(path: string): string {
  const [, name] = TAGS.find(([pattern]) => pattern.test(path)) ?? [];
  if (name === undefined) throw new Error(`${path} belongs to no group of the API's reference`);
  return name;
}

/** `GET /api/admin/orders/:id` -> `getAdminOrdersById`: method and path, so it changes only when they do. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map(capitaliseOperationNames).join('');
}

function capitaliseOperationNames(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const COMPONENT = '#/components/schemas/';

/** The schema of what is refused before any call is reached. */
const UNREACHED = 'Unreached';

/** One response for each status that the call may refuse with, with its codes; `4XX` is for what never reaches it. */
function withRefusals(
  response: unknown,
  codes: readonly RefusalCode[] | undefined,
): Record<string, unknown> {
  const { '4xx': refused, '5xx': failed, ...own } = response as Record<string, unknown>;
  if (codes === undefined) return { ...own, '4xx': refused, '5xx': failed };
  const statuses = [...new Set(codes.map(statusOf))].toSorted((a, b) => a - b);
  const refusals = statuses.map((status) => {
    const ofStatus = codes.filter((code) => statusOf(code) === status).toSorted();
    return [status, describeStatus(ofStatus)] as const;
  });
  const unreached = {
    description: 'Refused before it reached the call: another method, or it cannot be read.',
    $ref: `${COMPONENT}${UNREACHED}`,
  };
  return { ...own, ...Object.fromEntries(refusals), '4xx': unreached };
}

function statusOf(code: RefusalCode): number {
  return declared(code).status;
}

function declared(code: RefusalCode): Refusal {
  const refusal = declaredRefusals[code];
  if (!refusal) throw new Error(`No area declares the refusal ${code}`);
  return refusal;
}

function describeStatus(codes: readonly RefusalCode[]) {
  const schemas = codes.map((code) => ({ $ref: `${COMPONENT}${schemaNameOf(code)}` }));
  const [first] = schemas;
  return {
    description: `Refused: ${codes.join(', ')}.`,
    ...(schemas.length === 1 ? first : { anyOf: schemas }),
  };
}

function schemaNameOf(code: string): string {
  return `${code
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Refusal`;
}

function describeRefusals() {
  const unreached = z.strictObject({ message: z.string(), code: z.enum(UNREACHED_CODES) });
  const { $schema: _schema, ...ofUnreached } = z.toJSONSchema(unreached, { io: 'output' });
  const byCode = Object.fromEntries(
    Object.entries<Refusal>(declaredRefusals).map(([code, { means, remedy, details }]) => {
      const reply = z.looseObject({
        message: z.string(),
        code: z.literal(code),
        ...details.shape,
      });
      const { $schema: _, ...schema } = z.toJSONSchema(reply, { io: 'output' });
      return [schemaNameOf(code), { ...schema, description: `${means} ${remedy}` }];
    }),
  );
  return { ...byCode, [UNREACHED]: ofUnreached };
}
