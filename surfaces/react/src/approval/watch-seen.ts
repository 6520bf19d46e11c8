/**
 * Says how much of an element has been on the screen, from its top, as a fraction. What was jumped over does not count: whoever
 * scrolls on by less than a screen has seen what is between.
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
    // The same text in another width keeps its fraction; text that was added was not seen.
    if (width === rect.width && height > 0) seen *= Math.min(1, height / rect.height);
    ({ height, width } = rect);
    const { top, bottom } = toVisible(element);
    const [from, to] = [Math.max(0, top - rect.top), Math.min(height, bottom - rect.top)];
    if (to <= from || from > seen * height + (to - from)) return;
    // Rounding of a zoomed page.
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

/** What of the window this element can be seen in: not outside of what scrolls, and not behind the card's own footer. */
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
