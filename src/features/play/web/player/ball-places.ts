/** Where balls come to rest in the picture of the range. Pure; units of its 400 x 300 grid. */

export interface Point {
  x: number;
  y: number;
}

export const tee: Point = { x: 200, y: 281 };

/** Lanes between and beside the greens, so that a miss looks like a miss: the nearest and farthest point of each. */
const lanes: readonly (readonly [Point, Point])[] = [
  [
    { x: 178, y: 226 },
    { x: 164, y: 160 },
  ],
  [
    { x: 236, y: 216 },
    { x: 252, y: 162 },
  ],
  [
    { x: 206, y: 210 },
    { x: 208, y: 174 },
  ],
  [
    { x: 30, y: 178 },
    { x: 124, y: 164 },
  ],
  [
    { x: 24, y: 252 },
    { x: 128, y: 246 },
  ],
  [
    { x: 290, y: 240 },
    { x: 376, y: 222 },
  ],
  [
    { x: 284, y: 158 },
    { x: 380, y: 160 },
  ],
];

/** A number in [0, 1) that looks random but depends only on the arguments. */
function scatter(seed: number, salt: number): number {
  const wave = Math.sin(seed * 127.1 + salt * 311.7) * 43_758.5453;
  return wave - Math.floor(wave);
}

/** The resting place of the n-th shot. */
export function landing(n: number): Point {
  const [near, far] = lanes[Math.floor(scatter(n, 1) * lanes.length)] ?? [tee, tee];
  const along = scatter(n, 2);
  const aside = (scatter(n, 3) - 0.5) * 14;
  return { x: near.x + (far.x - near.x) * along + aside, y: near.y + (far.y - near.y) * along };
}

/** The size of a ball at a depth of the picture: 1 at the horizon, larger towards the tee. */
export function sizeAt(y: number): number {
  return 1 + Math.max(0, y - 140) / 70;
}
