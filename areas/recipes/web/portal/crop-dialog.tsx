import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { MEAL_IMAGE_WIDTHS } from '#areas/menu/rules/meal-image.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Crop, cropPhoto } from './crop-picture.ts';

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
export function CropDialog({ photo, onCropped, onFailed, onCancel }: CropDialogProps) {
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
