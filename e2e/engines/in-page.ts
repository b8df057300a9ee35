/** Runs in the page: each function is sent as text, so it uses nothing outside itself. */

/** Something on a screen, by the name that a person would use. */
export type Thing =
  | { role: "button" | "link" | "heading" | "dialog" | "listitem" | "article" | "row" | "region"; name: string }
  /** The field of a label. */
  | { label: string }
  | { text: string };

export interface Found {
  /** Its middle, in the window. */
  x: number;
  y: number;
  disabled: boolean;
  /** The element that covers its middle, if any. */
  covered?: string;
}

/**
 * Finds an element, scrolls it to the middle of the window, and says whether a person could see and tap it there. Of
 * several, it takes the element whose own words are nearest to the wanted ones.
 * @param within only inside of this, if given
 * @param isToTap it is tapped next: `tapLanded` will say whether the tap hit it
 */
export function lookFor(wanted: Thing, within: Thing | null, isToTap: boolean): Found | undefined {
  const tags = {
    button: "button, [role=button]",
    link: "a[href]",
    heading: "h1, h2, h3, h4",
    dialog: "dialog[open]",
    listitem: "li",
    article: "article",
    row: "tr",
    region: "section",
  };
  const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/g, " ").trim();
  const nameOf = (element: Element) => {
    const ids = element.getAttribute("aria-labelledby")?.split(" ");
    const labels = ids?.map((id) => document.getElementById(id)?.textContent).join(" ");
    return plain(element.getAttribute("aria-label") ?? labels ?? element.textContent);
  };
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const matches = (thing: Thing, root: Element): Element[] => {
    if ("label" in thing) {
      const labels = [...root.querySelectorAll("label")].filter((label) =>
        plain(label.textContent).startsWith(thing.label),
      );
      return labels.flatMap(({ control }) => control ?? []).filter(isShown);
    }
    const [selector, word, words] =
      "role" in thing
        ? [tags[thing.role], thing.name, nameOf]
        : ["*", thing.text, (one: Element) => plain(one.textContent)];
    return (
      [...root.querySelectorAll(selector)]
        .filter(
          (element) => !element.closest("script, style, noscript") && isShown(element) && words(element).includes(word),
        )
        // The deepest element comes last, and has no more words than those around it.
        .toReversed()
        .toSorted((one, other) => words(one).length - words(other).length)
    );
  };
  const root = within ? matches(within, document.body)[0] : document.body;
  const element = root && matches(wanted, root)[0];
  if (!element) return undefined;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const over = document.elementFromPoint(x, y);
  // A label and its field take each other's taps.
  const label = element.closest("label");
  const takes = (tapped: Element) =>
    element.contains(tapped) || label?.contains(tapped) === true || tapped.closest("label")?.control === element;
  const isFree = over !== null && takes(over);
  if (isToTap) {
    const page: typeof globalThis & { tapLanded?: boolean } = globalThis;
    page.tapLanded = false;
    const note = ({ target }: Event) => {
      page.tapLanded = target instanceof Element && (takes(target) || !element.isConnected);
    };
    addEventListener("click", note, { capture: true, once: true });
  }
  return {
    x,
    y,
    disabled: element.matches(":disabled, [aria-disabled=true]"),
    ...(isFree ? {} : { covered: over?.outerHTML.slice(0, 200) ?? "the window's edge" }),
  };
}

/** Everything that a page of ours keeps on the device, as one text. */
export async function keptHere(): Promise<string> {
  const stores = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
  const rows: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open(name);
      opening.addEventListener("success", () => done(opening.result));
      opening.addEventListener("error", () => fail(opening.error));
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      await new Promise((done) => all.addEventListener("success", done));
      rows.push([name, store, all.result]);
    }
    database.close();
  }
  return JSON.stringify([stores, rows]);
}
