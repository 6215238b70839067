/** The photo behind a round frame; loaded only once a photo has been chosen. */
import { useState } from 'react';
import Cropper from 'react-easy-crop';
// Not injected by the script: the content security policy allows no inline styles.
import 'react-easy-crop/react-easy-crop.css';
import type { Crop } from './crop-picture.ts';

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
