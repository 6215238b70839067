import type { z } from 'zod';
import { joinWaitlist } from '#contract/waitlist.ts';
import { call } from '../client.ts';

export type JoinWaitlistFields = z.input<typeof joinWaitlist.body>;

export const sendJoinWaitlist = (body: JoinWaitlistFields) => call(joinWaitlist, { body });
