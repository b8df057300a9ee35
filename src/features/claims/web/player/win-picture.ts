/** The picture of a win to be shared: gold, with the flag, the amount and the course. No name is on it. */
import { flagShapes, holeFacts } from "#platform/web/ui/flag.tsx";

const SIDE = 1080;
const DISPLAY = '"Bricolage Grotesque Variable", sans-serif';
const TEXT = '"Figtree Variable", sans-serif';
/** The colours of gold surfaces, the same in both themes. */
const GOLD = "#ffcb3d";
const INK = "#2b1d00";

export interface WinPicture {
  title: string;
  amount: string;
  text: string;
  course: string;
  product: string;
}

/** Draws the picture as a PNG of 1080 x 1080. @returns undefined where the browser cannot */
export async function drawWin(win: WinPicture): Promise<Blob | undefined> {
  // The page has them already; without them the picture is drawn in the browser's own font.
  await Promise.allSettled([document.fonts.load(`800 90px ${DISPLAY}`), document.fonts.load(`600 40px ${TEXT}`)]);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const drawing = canvas.getContext("2d");
  if (!drawing) return undefined;
  drawing.fillStyle = GOLD;
  drawing.fillRect(0, 0, SIDE, SIDE);
  drawRays(drawing);
  drawFlag(drawing);
  drawing.fillStyle = INK;
  drawing.textAlign = "center";
  const write = (text: string, y: number, weight: number, size: number, font: string) => {
    drawing.font = `${weight} ${size}px ${font}`;
    // A long name of a course becomes narrower instead of leaving the picture.
    drawing.fillText(text, SIDE / 2, y, SIDE - 120);
  };
  write(win.title, 590, 800, 92, DISPLAY);
  write(win.amount, 765, 800, 170, DISPLAY);
  write(win.text, 850, 600, 44, TEXT);
  write(win.course, 912, 600, 44, TEXT);
  write(win.product, 1010, 800, 48, DISPLAY);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), "image/png"));
}

function drawRays(drawing: CanvasRenderingContext2D): void {
  const [x, y, count] = [SIDE / 2, 300, 24];
  drawing.fillStyle = "rgb(255 255 255 / 0.28)";
  for (let ray = 0; ray < count; ray += 2) {
    const [from, to] = [ray, ray + 1].map((edge) => (edge * 2 * Math.PI) / count);
    drawing.beginPath();
    drawing.moveTo(x, y);
    drawing.arc(x, y, SIDE * 1.2, from ?? 0, to ?? 0);
    drawing.fill();
  }
}

/** The middle hole's flag on its green tile, as everywhere in the app, and a ball in the cup. */
function drawFlag(drawing: CanvasRenderingContext2D): void {
  const { path, fill, ink, letterX, letterY } = flagShapes.middle;
  drawing.save();
  drawing.translate(SIDE / 2 - 168, 110);
  drawing.scale(7, 7);
  drawing.fillStyle = "#0b4531";
  drawing.beginPath();
  drawing.roundRect(0, 0, 48, 48, 11);
  drawing.fill();
  drawing.clip();
  drawing.fillStyle = "#237a53";
  fillShape(drawing, "M0 41c12-5 30-6 48-2v9H0z");
  drawing.fillStyle = "#07301f";
  drawing.beginPath();
  drawing.ellipse(13, 43, 6, 1.8, 0, 0, 2 * Math.PI);
  drawing.fill();
  drawing.fillStyle = "#ffffff";
  drawing.beginPath();
  drawing.arc(16, 41.8, 1.9, 0, 2 * Math.PI);
  drawing.fill();
  drawing.strokeStyle = "#fdfbf4";
  drawing.lineWidth = 2.5;
  drawing.lineCap = "round";
  drawing.stroke(new Path2D("M13 5v38"));
  drawing.fillStyle = fill;
  fillShape(drawing, path);
  drawing.fillStyle = ink;
  drawing.textAlign = "center";
  drawing.font = `800 15px ${DISPLAY}`;
  drawing.fillText(holeFacts.middle.letter, letterX, letterY);
  drawing.restore();
}

function fillShape(drawing: CanvasRenderingContext2D, path: string): void {
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a drawing, not an array
  drawing.fill(new Path2D(path));
}
