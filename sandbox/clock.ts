import { type Answer, jsonAnswer } from './http/answer.ts';
import type { Call } from './http/call.ts';
import { readParameters, readText, required } from './http/parameters.ts';
import { invalidParameter } from './http/stripe-errors.ts';
import { expireApprovals } from './intents/end-payment.ts';
import { moveClock } from './store/unix-time.ts';

/** `offset_seconds`: how far from real time new objects are dated, until the sandbox ends or is told 0. Webhooks keep real time. Approvals whose time is over by then lapse. */
export function setClock(call: Call): Answer {
  const parameters = readParameters(call.fields, ['offset_seconds']);
  const sent = required(parameters, 'offset_seconds', readText(parameters, 'offset_seconds'));
  if (!/^-?\d{1,9}$/.test(sent))
    throw invalidParameter('offset_seconds', 'offset_seconds must be a whole number of seconds.');
  moveClock(Number(sent));
  expireApprovals(call);
  return jsonAnswer(200, { offset_seconds: Number(sent) });
}
