import { CameraView } from '#platform/web/offline/camera-view.tsx';

type ScanPanelProps = { onCode: (text: string) => void; onClose: () => void };

/** It stays on from bag to bag. */
export function ScanPanel({ onCode, onClose }: ScanPanelProps) {
  return (
    <div className="relative">
      <CameraView onCode={onCode} className="h-40 w-full sm:h-56" />
      <button
        type="button"
        onClick={onClose}
        className="absolute top-3 right-3 min-h-12 rounded-xl bg-surface px-4 font-bold text-ink"
      >
        Close camera
      </button>
    </div>
  );
}
