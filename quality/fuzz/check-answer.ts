/** Checks a reply against our OpenAPI file. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from './api-description.ts';
import type { HostileRequest } from './hostile-requests.ts';
import type { FuzzAnswer } from './send-request.ts';

export type AnswerChecker = {
  /** What is wrong with the reply, in one line; null if nothing is. */
  findFault(request: HostileRequest, answer: FuzzAnswer): string | null;
};

const NO_BODY = new Set([204, 304]);

export function createAnswerChecker(operations: Operation[]): AnswerChecker {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const compiled = new Map<object, ValidateFunction>();

  function misfit(schema: object, body: Buffer): string | null {
    let check = compiled.get(schema);
    if (!check) {
      check = ajv.compile(schema);
      compiled.set(schema, check);
    }
    return check(parse(body)) ? null : ajv.errorsText(check.errors);
  }

  function findFault(request: HostileRequest, answer: FuzzAnswer): string | null {
    const { operation, method, isCutShort } = request;
    const { status, contentType, body } = answer;
    if (status === 0) return isCutShort ? null : `no reply: ${body.toString()}`;
    if (status >= 500) return `status ${status}: ${body.toString().slice(0, 200)}`;
    if (method === 'HEAD' || NO_BODY.has(status)) {
      return body.length === 0 ? null : `a body of ${body.length} bytes with ${method} ${status}`;
    }
    const answering = operations.find(
      (each) => each.path === operation.path && each.method === method,
    );
    const promised = contentFor(answering ?? operation, status);
    if (!promised) return `status ${status} is not described`;
    if (Object.keys(promised).length === 0) return null;
    const content = promised[contentType];
    if (!content) return `${status} with ${contentType || 'no content type'} is not described`;
    if (contentType !== 'application/json') return null;
    return misfit(content.schema, body);
  }

  return { findFault };
}

function contentFor({ responses }: Operation, status: number) {
  return responses[String(status)] ?? responses[`${String(status)[0]}XX`];
}

/** Undefined, which matches no schema, when it is not JSON. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
