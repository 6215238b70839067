import type { DrivenStop } from './driven-stop.ts';
import { addPhoto, removeDraftPhoto, useDriveState } from '#areas/delivery/web/day/drive-state.ts';
import { draftPhotoKey } from '#areas/delivery/web/day/stored-reports.ts';

const BUTTON =
  'relative flex min-h-14 items-center justify-center rounded-xl border-2 border-ink px-3 font-bold';

/** Optional. Taken before the report or after it; it is sent by itself, later. */
export function PhotoButton({ stop }: { stop: DrivenStop }) {
  const { photos } = useDriveState();
  const hasDraft = photos.some(({ key }) => key === draftPhotoKey(stop.id));
  const isWaiting = photos.some(({ key }) => key === stop.reportKey);
  if (hasDraft)
    return (
      <button type="button" className={BUTTON} onClick={() => void removeDraftPhoto(stop.id)}>
        ✓ Photo, remove
      </button>
    );
  return (
    <label className={`${BUTTON} focus-within:outline-4`}>
      {isWaiting ? '✓ Photo, again' : '+ Photo'}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void addPhoto(stop.id, file);
          target.value = '';
        }}
      />
    </label>
  );
}
