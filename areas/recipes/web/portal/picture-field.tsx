import { useChange } from '#platform/web/api/use-change.ts';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { isMealImageUrl } from '#areas/menu/rules/meal-image.ts';
import { uploadPicture } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { DraftField } from '#areas/recipes/web/portal/meals/draft-field.tsx';
import { useEditedMealHere } from '#areas/recipes/web/portal/meals/edited-meal.ts';
import { CropDialog } from './crop-dialog.tsx';
import { openPhoto } from './crop-picture.ts';
import { MealPicture } from './meal-picture.tsx';
import { PhotoAdvice } from './photo-advice.tsx';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif';
const UNREADABLE = 'Please choose an undamaged picture: JPEG, PNG, WebP or AVIF';

/** An address, or a photo that is cropped and uploaded; with neither, a plate is drawn. */
export function PictureField() {
  const { draft, change } = useEditedMealHere();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [sentPart, setSentPart] = useState(0);
  /** What is being cropped. */
  const [photo, setPhoto] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useChange((file: File) => uploadPicture(file, setSentPart), {
    onDone: ({ imageUrl: sent }) => change({ imageUrl: sent }),
  });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    upload.reset();
    setUnreadable(false);
    if (file) openPhoto(file).then(setPhoto, () => setUnreadable(true));
    // So that the same file can be chosen again.
    event.target.value = '';
  }

  function send(picture: File) {
    setPhoto(null);
    setSentPart(0);
    upload.run(picture);
  }

  function giveUp() {
    setPhoto(null);
    setUnreadable(true);
  }

  const imageUrl = isMealImageUrl(draft.imageUrl) ? draft.imageUrl : null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[10rem_1fr]">
      <MealPicture
        meal={{ ...draft, imageUrl }}
        className="aspect-square w-40 rounded-full object-cover"
      />
      <div className="grid gap-3">
        <DraftField
          name="imageUrl"
          label="Picture address"
          hint="Leave it blank and we’ll draw a plate."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <input
          ref={chooser}
          id={`${id}-file`}
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label="Picture to upload"
          onChange={choose}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            busy={upload.isBusy}
            busyLabel="Uploading…"
            aria-describedby={`${id}-hint`}
            onClick={() => chooser.current?.click()}
          >
            Upload a picture
          </Button>
          {draft.imageUrl !== '' && (
            <Button variant="quiet" size="small" onClick={() => change({ imageUrl: '' })}>
              Remove the picture
            </Button>
          )}
        </div>
        {upload.isBusy && (
          <progress
            value={sentPart}
            max={1}
            aria-label="Upload"
            className="h-2 w-full accent-primary"
          />
        )}
        <FieldNotes
          id={id}
          hint="JPEG, PNG, WebP or AVIF. You choose the part to show."
          error={isUnreadable ? UNREADABLE : upload.failure?.message}
        />
        <PhotoAdvice hasPhoto={draft.imageUrl !== ''} />
        {photo !== null && (
          <CropDialog
            photo={photo}
            onCropped={send}
            onFailed={giveUp}
            onCancel={() => setPhoto(null)}
          />
        )}
      </div>
    </div>
  );
}
