import type { Mutation } from './mutation.ts';

export const OUTGOING_MUTATIONS: readonly Mutation[] = [
  {
    guard: 'that an event whose process was killed is free again',
    scenario: 'outgoing-webhooks',
    complaint: /UNSENT|UNTOLD/,
    edits: [
      {
        file: 'areas/staff/server/send-webhooks.ts',
        from: 'claimMs: ATTEMPT_MS + 20_000,',
        to: 'claimMs: ATTEMPT_MS * 1_000_000,',
      },
    ],
  },
  {
    guard: 'that only 2xx counts as received',
    scenario: 'outgoing-webhooks',
    complaint: /UNTOLD/,
    edits: [
      {
        file: 'areas/staff/server/send-webhooks.ts',
        from: 'attempt.status !== null && attempt.status >= 200 && attempt.status < 300',
        to: 'attempt.status !== null',
      },
    ],
  },
  {
    guard: 'that an event keeps its id over repeats',
    scenario: 'outgoing-webhooks',
    complaint: /MADE UP/,
    edits: [
      {
        file: 'areas/staff/server/send-webhooks.ts',
        from: "return `msg_${key.replaceAll('-', '')}`;",
        to: "return `msg_${key.replaceAll('-', '')}${Math.floor(Math.random() * 2)}`;",
      },
    ],
  },
];
