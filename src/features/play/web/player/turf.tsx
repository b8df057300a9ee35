/** The ground of the range's picture: sky, trees, nets and mown stripes that meet at the horizon. Decorative. */

const horizon = { x: 200, y: 118 };
const stripes = Array.from({ length: 13 }, (_, index) => index - 6);
const arcs = [
  { yards: 50, rx: 190, ry: 62 },
  { yards: 100, rx: 270, ry: 104 },
  { yards: 150, rx: 380, ry: 143 },
] as const;
/** The net's poles: x, top and foot. */
const poles = [
  [14, 20, 168],
  [46, 52, 142],
  [68, 70, 130],
  [332, 70, 130],
  [354, 52, 142],
  [386, 20, 168],
] as const;

export function Turf() {
  return (
    <g>
      <defs>
        <linearGradient id="game-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-top)" />
          <stop offset="1" stopColor="var(--sky-low)" />
        </linearGradient>
        <linearGradient id="game-depth" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--haze)" stopOpacity="0.45" />
          <stop offset="0.4" stopColor="var(--haze)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect x="-60" y="-200" width="520" height="330" fill="url(#game-sky)" />
      <circle cx="330" cy="38" r="17" fill="var(--sun)" />
      <path d="M328 22a17 17 0 1 0 17 22 14 14 0 1 1-17-22z" fill="var(--moon)" />
      <path d="M0 92q30-16 66-6t70-8 74 4 66-8 62 6 62-2v50H0z" fill="var(--trees)" opacity="0.45" />
      <path
        d="M0 108q10-12 22-4 12-14 26-2 12-12 28-2 16-10 30 2 14-12 30 0 14-10 28-2 16-12 32 2 12-10 26-2 16-12 30 0 14-10 28 0 12-10 26-2 16-12 30 2 12-10 26-2 14-8 28 0v24H0z"
        fill="var(--trees)"
        transform="scale(1.06 1)"
      />
      <rect x="-60" y={horizon.y} width="520" height="190" fill="var(--turf-a)" />
      {stripes.map((index) => (
        <Stripe key={index} index={index} />
      ))}
      <rect x="-60" y={horizon.y} width="520" height="190" fill="url(#game-depth)" />
      <g fill="none" stroke="rgb(255 255 255 / 30%)" strokeWidth="1.4" strokeDasharray="0.5 6" strokeLinecap="round">
        {arcs.map(({ yards, rx, ry }) => (
          <ellipse key={yards} cx="200" cy="290" rx={rx} ry={ry} />
        ))}
      </g>
      <g stroke="var(--poles)" strokeWidth="1.6" strokeLinecap="round">
        {poles.map(([x, top, foot]) => (
          <path key={x} d={`M${x} ${top}V${foot}`} />
        ))}
      </g>
      <g fill="none" stroke="var(--nets)" strokeWidth="0.7">
        <path d="M14 24 46 56 68 73M14 50 46 76 68 87M14 80 46 98 68 102M14 112 46 118 68 116M14 142 46 134 68 126" />
        <path d="M386 24 354 56 332 73M386 50 354 76 332 87M386 80 354 98 332 102M386 112 354 118 332 116M386 142 354 134 332 126" />
      </g>
    </g>
  );
}

function Stripe({ index }: { index: number }) {
  const top = horizon.x + index * 9;
  const bottom = horizon.x + index * 92;
  return (
    <path
      d={`M${top - 4.5} ${horizon.y}L${bottom - 46} 310H${bottom + 46}L${top + 4.5} ${horizon.y}Z`}
      fill={index % 2 === 0 ? "var(--turf-a)" : "var(--turf-b)"}
    />
  );
}
