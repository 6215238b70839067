import { z } from 'zod';
import { SettingsPreview, SettingsReply } from '#areas/business/calls/settings.ts';
import { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const placesRefusals = {
  settings_stale: refusal(
    409,
    'Someone saved the settings since you read them.',
    'Compare with `settings`, then save with its `version`.',
    z.object({ settings: SettingsReply }),
  ),
  preview_needed: refusal(
    409,
    'This concerns deliveries that are booked.',
    'Show `preview`, and send its hash.',
    z.object({ preview: SettingsPreview }),
  ),
  nothing_to_copy: refusal(409, 'The week to copy from is empty.', 'Choose another week.'),
  slot_exists: refusal(
    409,
    'This window of this day is set already.',
    'Change `slot` instead.',
    z.object({ slot: SlotReply.optional() }),
  ),
} satisfies Refusals;

type PlacesRefusals = typeof placesRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends PlacesRefusals {}
}
