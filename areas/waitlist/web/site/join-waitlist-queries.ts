import type { z } from 'zod';
import { joinWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import { call } from '#platform/web/api/client.ts';

export type JoinWaitlistFields = z.input<typeof joinWaitlist.body>;

export const sendJoinWaitlist = (body: JoinWaitlistFields) => call(joinWaitlist, { body });
