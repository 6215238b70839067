import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** For browsers that read no codes themselves. Throws when its file cannot be had. */
export async function prepareDetector(): Promise<typeof BarcodeDetector> {
  await prepareZXingModule({
    // By default it comes from another site.
    overrides: { locateFile: () => new URL(wasmUrl, location.href).href },
    fireImmediately: true,
  });
  return BarcodeDetector;
}
