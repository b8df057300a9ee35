/** A photo made smaller on the device before it is sent, because a phone's pictures have many megabytes. */

/** Pixels of the longer side. */
const LONGEST = 1600;

/** @returns JPEG in base64; rejects if the browser cannot read the file as a picture */
export async function photoOf(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.8).replace(/^data:image\/jpeg;base64,/, "");
}
