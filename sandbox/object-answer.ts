import { type Answer, jsonAnswer } from './answer.ts';
import type { Call } from './call.ts';
import { expandObject, readExpandPaths } from './expand.ts';

/** 200 with the object, expanded as asked; what an expansion adds belongs to the server, so browsers get none. */
export function objectAnswer(call: Call, object: object): Answer {
  const paths = call.caller === 'server' ? readExpandPaths(call.fields) : [];
  return jsonAnswer(200, expandObject(call.store, object, paths));
}
