/** The faults of a layout that a program can find. `measure` runs in the page. */

export interface Measured {
  /** Of the page, or of an open sheet with all that scrolls in it. */
  height: number;
  /** The size of the smallest text, in pixels. */
  smallestText: number;
  /** Faults: parts wider than the window, text that is cut, controls that something else covers. */
  faults: string[];
}

/** For one state of the page, in the window that it has now. */
export function measure(): Measured {
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const modal = dialogs.findLast((dialog) => dialog.matches(":modal")) ?? null;
  const whole = modal ?? document.body;
  const faults: string[] = [];
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 50)}"`;
  /** The part of a box that the boxes around it do not cut off. */
  const shownPart = (element: Element, box: DOMRect) => {
    let { left, right, top, bottom } = box;
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };

  if (scrollWidth > clientWidth) faults.push(`wider than the window: ${scrollWidth} px of ${clientWidth}`);

  const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
  let smallestText = Infinity;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || !parent.checkVisibility() || parent.closest("[aria-hidden], noscript"))
      continue;
    const { width, height } = parent.getBoundingClientRect();
    // Text for screen readers is one pixel wide.
    if (width <= 1 || height <= 1) continue;
    smallestText = Math.min(smallestText, parseFloat(getComputedStyle(parent).fontSize));
    // An end that is marked by dots was cut on purpose; what scrolls can be brought into sight.
    for (let around: Element | null = parent; around && around !== document.body; around = around.parentElement) {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(around);
      if (overflowX === "auto" || overflowX === "scroll") break;
      if (overflowX === "visible") continue;
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") break;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const edge = around.getBoundingClientRect();
      if (edge.width > 1 && (text.right > edge.right + 1 || text.left < edge.left - 1))
        faults.push(`text is cut: ${name(parent)}`);
      break;
    }
  }

  /**
   * The element over the middle of a control, if it is neither part of the control nor something that covers the page
   * only for a while.
   */
  const over = (control: Element) => {
    const { left, right, top, bottom } = shownPart(control, control.getBoundingClientRect());
    // For screen readers alone, or scrolled away.
    if (right - left < 8 || bottom - top < 8) return undefined;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return undefined;
    const found = document.elementFromPoint(x, y);
    const isOwn = !found || found.contains(control) || control.contains(found);
    if (isOwn || control.closest("label")?.contains(found)) return undefined;
    // A message, a menu or a panel can be closed; a bar that stays cannot.
    for (let around: Element | null = found; around; around = around.parentElement)
      if (getComputedStyle(around).position === "fixed" || around.matches("[popover], [role=dialog]")) return undefined;
    return found;
  };
  for (const control of whole.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isShown || control.closest("[inert]") || !over(control)) continue;
    // A control behind a bar must become visible when the page scrolls.
    const scrolled = [document.documentElement, ...document.querySelectorAll("*")].filter(
      (part) => part.scrollHeight > part.clientHeight,
    );
    const places = scrolled.map((part) => part.scrollTop);
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const cover = over(control);
    for (const [index, part] of scrolled.entries()) part.scrollTop = places[index] ?? 0;
    if (cover) faults.push(`covered: ${name(control)} by ${name(cover)}`);
  }

  // A sheet of the window's height scrolls in itself.
  const inner = modal && [...modal.querySelectorAll("*")].find((part) => getComputedStyle(part).overflowY === "auto");
  const isFull = modal !== null && modal.getBoundingClientRect().height > window.innerHeight - 100;
  const hidden = inner && isFull ? inner.scrollHeight - inner.clientHeight : 0;
  return {
    height: modal ? window.innerHeight + hidden : scrollHeight,
    smallestText: Number.isFinite(smallestText) ? smallestText : 0,
    faults,
  };
}
