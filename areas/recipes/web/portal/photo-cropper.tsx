/** The photo behind a round frame; loaded only once a photo has been chosen. */
import { useState } from 'react';
import Cropper from 'react-easy-crop';

// Not injected by the script: the content security policy allows no inline styles.
import 'react-easy-crop/react-easy-crop.css';

const MOST_ZOOM = 4;
const ZOOM_STEP = 0.05;
const KEYBOARD_STEP_PX = 8;

type PhotoCropperProps = { photo: string; zoomId: string; onCrop: (crop: Crop) => void };

/** Square, shown round: as on the cards of the menu. */
export function PhotoCropper({ photo, zoomId, onCrop }: PhotoCropperProps) {
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className="grid gap-4">
      <div className="relative h-72 overflow-hidden rounded-2xl bg-sunken sm:h-96">
        <Cropper
          image={photo}
          crop={place}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEYBOARD_STEP_PX}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onMediaLoaded={(loaded) => onCrop(middleOf(loaded))}
          onCropComplete={(_part, pixels) => onCrop(pixels)}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': 'Frame: the arrow keys move the picture' }}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={zoomId} className="font-semibold">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={ZOOM_STEP}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 w-full accent-primary"
        />
      </div>
    </div>
  );
}

/** What the frame shows at first, known even if it could not be measured yet. */
function middleOf(photo: { naturalWidth: number; naturalHeight: number }): Crop {
  const side = Math.min(photo.naturalWidth, photo.naturalHeight);
  const [x, y] = [(photo.naturalWidth - side) / 2, (photo.naturalHeight - side) / 2];
  return { x, y, width: side, height: side };
}

/** Pixels. As large as the largest size that the server keeps, with some to spare. */
const LARGEST_OPENED = 3000;
const LARGEST_SENT = 1600;
const QUALITY = 0.92;

/** In pixels of the opened photo. */
export type Crop = { x: number; y: number; width: number; height: number };

/** The photo as a data address, upright and no larger than needed. Throws if the browser cannot read it. */
export async function openPhoto(file: Blob): Promise<string> {
  const photo = await createImageBitmap(file);
  const factor = Math.min(1, LARGEST_OPENED / Math.max(photo.width, photo.height));
  const canvas = blankCanvas(Math.round(photo.width * factor), Math.round(photo.height * factor));
  canvas.paint(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  return canvas.element.toDataURL('image/jpeg', QUALITY);
}

export async function cropPhoto(photo: string, { x, y, width, height }: Crop): Promise<File> {
  const image = new Image();
  image.src = photo;
  await image.decode();
  const side = Math.max(1, Math.min(LARGEST_SENT, Math.round(width)));
  const canvas = blankCanvas(side, side);
  canvas.paint(image, x, y, width, height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.element.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (!blob) throw new Error('the browser could not encode the picture');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}

/** White, because JPEG shows black where a picture is transparent. */
function blankCanvas(width: number, height: number) {
  const element = document.createElement('canvas');
  element.width = width;
  element.height = height;
  const context = element.getContext('2d');
  if (!context) throw new Error('the browser has no canvas to draw on');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { element, width, height, paint: context.drawImage.bind(context) };
}
