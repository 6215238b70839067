import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  mealPicture,
  isMealImageUrl,
  MEAL_IMAGE_WIDTHS,
  type PlateWords,
} from '#areas/menu/rules/meal-picture.ts';
import { useEffect, useState, type ChangeEvent, useId, useRef, lazy, Suspense } from 'react';
import { useChange } from '#platform/web/api/use-change.ts';
import { uploadPicture } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { DraftField, useEditedMealHere } from '#areas/recipes/web/portal/meals/meal-draft.tsx';
import { openPhoto, type Crop, cropPhoto } from '#areas/recipes/web/portal/photo-cropper.tsx';
import { createPortal } from 'react-dom';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type Shown = Pick<StaffMealReply, 'imageUrl' | 'name' | 'mealType' | 'ingredients' | 'description'>;

/** The photo, the rendered picture of a sample meal, or a plate drawn here. */
export function MealPicture({ meal, className }: { meal: Shown; className: string }) {
  const { name, mealType, ingredients, description } = meal;
  const { kind, src, srcSet } = mealPicture(meal);
  if (kind === 'drawn')
    return <DrawnPlate {...{ name, mealType, ingredients, description, className }} />;
  return (
    <img
      src={src}
      srcSet={srcSet ?? undefined}
      sizes="12rem"
      alt=""
      loading="lazy"
      className={className}
    />
  );
}

/** The plate of a meal as it is being edited, drawn here: the server draws only those of the menu. */
function DrawnPlate({
  name,
  mealType,
  ingredients,
  description,
  className,
}: PlateWords & { className: string }) {
  const [drawn, setDrawn] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    import('#areas/menu/web/plate/draw-plate.ts')
      .then(({ drawPlate }) => {
        if (isMounted) setDrawn(drawPlate({ name, mealType, ingredients, description }));
      })
      // The words beside it say what it is.
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [name, mealType, ingredients, description]);
  if (drawn === null) return <span className={className} />;
  return (
    <img src={`data:image/svg+xml,${encodeURIComponent(drawn)}`} alt="" className={className} />
  );
}

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif';
const UNREADABLE = 'Please choose an undamaged picture: JPEG, PNG, WebP or AVIF';

/** An address, or a photo that is cropped and uploaded; with neither, a plate is drawn. */
export function PictureField() {
  const { draft, change } = useEditedMealHere();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [sentPart, setSentPart] = useState(0);
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

const LARGEST_PX = Math.max(...MEAL_IMAGE_WIDTHS);

const EXAMPLE = {
  name: 'Chicken with greens and rice',
  mealType: 'lunch',
  ingredients: 'Brown rice, chicken breast, broccolini, carrot, edamame, red cabbage, sesame seeds',
  description: 'Grilled chicken.',
};

/** What a photo of a meal should look like, with an example; folded away once there is one. */
function PhotoAdvice({ hasPhoto }: { hasPhoto: boolean }) {
  return (
    <details open={!hasPhoto} className="rounded-2xl bg-sunken px-4 py-3">
      <summary className="min-h-6 font-semibold text-primary">What makes a good photo</summary>
      <div className="mt-3 grid items-center gap-4 sm:grid-cols-[9rem_1fr]">
        <div className="relative size-36 overflow-hidden rounded-2xl bg-mango/50 p-2.5">
          <DrawnPlate {...EXAMPLE} className="size-full" />
          <span className="absolute inset-0 bg-linear-to-br from-white/55 via-transparent to-black/20" />
        </div>
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>
            From straight above, with the whole plate in the picture and some table around it.
          </li>
          <li>In daylight from one side, near a window; no flash, no lamp overhead.</li>
          <li>
            At least {LARGEST_PX.toLocaleString('en-AU')} pixels wide and high: any phone’s camera
            will do.
          </li>
          <li>
            The meal as it is delivered, on a plain plate, with nothing on it that isn’t in the
            meal.
          </li>
        </ul>
      </div>
    </details>
  );
}

const PhotoCropper = lazy(async () => ({
  default: (await import('./photo-cropper.tsx')).PhotoCropper,
}));

const [, SHARP_PX] = MEAL_IMAGE_WIDTHS;

type CropDialogProps = {
  /** As a data address. */
  photo: string;
  onCropped: (picture: File) => void;
  onFailed: () => void;
  onCancel: () => void;
};

/** Outside the meal's form, so that Enter here does not save the meal. */
function CropDialog({ photo, onCropped, onFailed, onCancel }: CropDialogProps) {
  const id = useId();
  const [crop, setCrop] = useState<Crop | null>(null);
  // The cropper measures its frame once, which has no size before the dialog is open.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const use = () => {
    if (crop) void cropPhoto(photo, crop).then(onCropped, onFailed);
  };
  return createPortal(
    <Dialog
      open
      title="Choose the part to show"
      onClose={onCancel}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="small" disabled={crop === null} onClick={use}>
            Use this part
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-soft">
          Drag the picture until the whole plate is in the circle. Pinch, scroll or use the slider
          to zoom.
        </p>
        <Suspense fallback={<p role="status">Loading…</p>}>
          {isOpen && <PhotoCropper photo={photo} zoomId={`${id}-zoom`} onCrop={setCrop} />}
        </Suspense>
        {crop && crop.width < SHARP_PX && (
          <Notice tone="warning" announce="polite">
            This part is only {Math.round(crop.width)} pixels wide and will look blurred. Zoom out,
            or choose a larger photo.
          </Notice>
        )}
      </div>
    </Dialog>,
    document.body,
  );
}
