/** Every refusal becomes `{message, code, fields?}`. What we do not know is a bare 500 and a log line: nothing inside leaks. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DrizzleQueryError } from 'drizzle-orm';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { InvalidRequest, ServiceError, TooManyRequests } from '#server/errors.ts';
import { fieldMessages } from '#server/http/validation-messages.ts';

const MESSAGES: Record<number, { code: string; message: string }> = {
  400: { code: 'invalid', message: 'The request could not be read' },
  405: { code: 'method_not_allowed', message: 'This method is not allowed here' },
  413: { code: 'too_large', message: 'The body is larger than 256 KB' },
  415: { code: 'unsupported_media_type', message: 'Please send JSON' },
  429: { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.' },
};

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ServiceError) return refuse(error, reply);
    if (hasZodFastifySchemaValidationErrors(error)) {
      return refuse(new InvalidRequest(fieldMessages(error.validation)), reply);
    }
    if (isDatabaseGone(error)) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).header('retry-after', '2').send({
        message: 'We cannot reach our records right now. Please try again.',
        code: 'unavailable',
      });
    }
    return answerUnknown(error, request, reply);
  });
}

function refuse(error: ServiceError, reply: FastifyReply) {
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(error.status)
    .send({ message: error.message, code: error.code, ...error.details });
}

function answerUnknown(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  const known = MESSAGES[status];
  if (known && status < 500) return reply.code(status).send(known);
  request.log.error({ err: error }, 'request failed');
  return reply
    .code(500)
    .send({ message: 'Something went wrong on our side. Please try again.', code: 'internal' });
}

/** SQLSTATE classes of a server that is going, coming or unreachable. */
const GONE = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;

function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return (
    GONE.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(cause.message)
  );
}
