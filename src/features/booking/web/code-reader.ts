/**
 * Reads QR codes in a picture: by the browser's own detector (https://wicg.github.io/shape-detection-api/), or, where
 * it has none for QR codes, as in Safari and Firefox, by a library that is loaded only then.
 */
export interface CodeReader {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

interface OwnReader {
  new (options: { formats: ["qr_code"] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: OwnReader;
  }
}

/** Rejects when the library is needed and does not come. */
export async function codeReader(): Promise<CodeReader> {
  const own = window.BarcodeDetector;
  const formats = await own?.getSupportedFormats().catch(() => undefined);
  const Reader = own && formats?.includes("qr_code") ? own : (await import("qr/decode.js")).BarcodeDetector;
  return new Reader({ formats: ["qr_code"] });
}
