import { freshQuery } from '#platform/web/api/call-query.ts';
import {
  listWaves,
  sendWave,
  type SendWaveRequest,
  stopWave,
  type WavePreview,
  type WaveReply,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import {
  downloadWaitlist,
  listWaitlist,
  markServed,
  removeWaitlistEntry,
} from '#areas/waitlist/calls/waitlist.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';

/** Everyone on the waitlist, newest first. Refetched whenever it is shown. */
export const waitlistQuery = freshQuery(['waitlist'], listWaitlist);

export function removeFromWaitlist(id: number): Promise<void> {
  return call(removeWaitlistEntry, { params: { id } });
}

/** Null: as their suburb says. */
export function sendServedMark(id: number, served: boolean | null): Promise<void> {
  return call(markServed, { params: { id }, body: { served } });
}

/** Send it through useConfirmFirst. */
export function fetchWaitlistFile(): Promise<CalledFile> {
  return callForFile(downloadWaitlist, {});
}

/** How often a wave that is under way is looked at again. */
const UNDER_WAY_MS = 5000;

/** The waves, newest first. Refetched whenever they are shown, and while emails wait. */
export const wavesQuery = freshQuery(
  ['waitlist', 'waves'],
  listWaves,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.some(({ waiting }) => waiting > 0) ? UNDER_WAY_MS : false,
  },
);

export type ChosenWave = Pick<SendWaveRequest, 'key' | 'suburbs' | 'people' | 'preview'>;

/** Whom it would invite, and what they would read. */
export async function fetchWavePreview(wave: ChosenWave): Promise<WavePreview> {
  return (await call(sendWave, { body: { ...wave, dryRun: true } })).preview;
}

export async function sendInvitations(wave: ChosenWave, previewHash: string): Promise<void> {
  await call(sendWave, { body: { ...wave, previewHash } });
}

export function sendStopWave(id: number): Promise<WaveReply> {
  return call(stopWave, { params: { id: String(id) } });
}
