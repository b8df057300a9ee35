/**
 * The operations that a journey needs of a browser. They are so few that each engine's own protocol provides them with
 * a page of code.
 */
export interface Engine {
  /** Loads an address and waits until the page has loaded. */
  goto(url: string): Promise<void>;
  /** Runs an expression in the page, waits for its promise, and gives its value, which is plain JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses and releases at a place in the window (CSS pixels). */
  tap(x: number, y: number): Promise<void>;
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>;
  /** Writes what the window shows into a PNG. */
  picture(file: string): Promise<void>;
  /** The window's size in CSS pixels. */
  resize(size: Size): Promise<void>;
  /** What the system prefers from now on. */
  scheme(theme: "light" | "dark"): Promise<void>;
  /** The uncaught errors of the page. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

export const PHONE: Size = { width: 390, height: 844 };
export const DESK: Size = { width: 1280, height: 800 };

/** Both of WebDriver's protocols describe a tap in the same words. */
export function tapActions(x: number, y: number) {
  const at = { x: Math.round(x), y: Math.round(y) };
  return [
    {
      type: "pointer",
      id: "hand",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", ...at, duration: 0 },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}

export function keyActions(text: string) {
  const strokes = [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keys", actions: strokes }];
}
