/**
 * Reports how much of an element, from its top, has been on the screen, as a fraction. Parts that were jumped over do not count;
 * scrolling by less than a screen jumps over nothing.
 */
export function watchSeen(element: HTMLElement, onSeen: (fraction: number) => void): () => void {
  const end = new AbortController();
  const sizes = new ResizeObserver(look);
  let seen = 0;
  let height = 0;
  let width = 0;

  function look(): void {
    const rect = element.getBoundingClientRect();
    if (document.visibilityState !== "visible" || rect.height === 0) return;
    // The same text at another width keeps its fraction; text that was added has not been seen.
    if (width === rect.width && height > 0) seen *= Math.min(1, height / rect.height);
    ({ height, width } = rect);
    const { top, bottom } = toVisible(element);
    const [from, to] = [Math.max(0, top - rect.top), Math.min(height, bottom - rect.top)];
    if (to <= from || from > seen * height + (to - from)) return;
    // Tolerates rounding on a zoomed page.
    const reached = to >= height - 2 ? 1 : to / height;
    if (reached <= seen) return;
    seen = reached;
    onSeen(seen);
  }

  for (const type of ["scroll", "resize", "visibilitychange"])
    addEventListener(type, look, { capture: true, passive: true, signal: end.signal });
  sizes.observe(element);
  return () => {
    end.abort();
    sizes.disconnect();
  };
}

/** The part of the window in which this element is visible: inside its scroll containers, and not behind the card's own footer. */
function toVisible(element: HTMLElement): { top: number; bottom: number } {
  let [top, bottom] = [0, innerHeight];
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around === document.body || getComputedStyle(around).overflowY === "visible") continue;
    const rect = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, rect.top), Math.min(bottom, rect.bottom)];
  }
  const footer = element.closest(".yc-card")?.querySelector(".yc-footer")?.getBoundingClientRect();
  return { top, bottom: footer === undefined ? bottom : Math.min(bottom, footer.top) };
}
