// Less than the space around the lines.
const edge = 8;

/**
 * Reports how much of an element has been on the screen, as a fraction, in whichever order it was scrolled through. Parts that were
 * jumped over do not count.
 */
export function watchSeen(element: HTMLElement, onSeen: (fraction: number) => void): () => void {
  const end = new AbortController();
  const sizes = new ResizeObserver(check);
  /** In order, and as fractions of the height. */
  let seen: Stretch[] = [];
  let height = 0;
  let width = 0;

  function check(): void {
    const rect = element.getBoundingClientRect();
    if (document.visibilityState !== "visible" || rect.height === 0) return;
    // The same text at another width keeps its fractions; text that was added has not been seen.
    const kept = width === rect.width && height > 0 ? Math.min(1, height / rect.height) : 1;
    seen = seen.map(([from, to]) => [from * kept, to * kept]);
    ({ height, width } = rect);
    const { top, bottom, covered } = toVisible(element);
    const [from, to] = [Math.max(0, top - rect.top), Math.min(height, bottom - rect.top)];
    if (to <= from) return;
    const before = toTotal(seen);
    // Tolerates rounding on a zoomed page, and that the space above the first and below the last line is cut.
    const [start, end] = [from <= edge ? 0 : from / height, to >= height - edge ? 1 : to / height];
    seen = join([...seen, [start, end]], covered / height);
    const total = toTotal(seen);
    if (total > before) onSeen(total);
  }

  for (const type of ["scroll", "resize", "visibilitychange"])
    addEventListener(type, check, { capture: true, passive: true, signal: end.signal });
  sizes.observe(element);
  return () => {
    end.abort();
    sizes.disconnect();
  };
}

type Stretch = [from: number, to: number];

/** The same stretches in order, as one wherever the gap between two is at most `gap`. */
function join(stretches: Stretch[], gap: number): Stretch[] {
  const joined: Stretch[] = [];
  for (const [from, to] of stretches.sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function toTotal(stretches: Stretch[]): number {
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * The part of the window in which this element is visible: inside its scroll containers, and not behind the card's own footer.
 * `covered` is the height of what that footer covers: a page key scrolls by as much more than is visible.
 */
function toVisible(element: HTMLElement): { top: number; bottom: number; covered: number } {
  let [top, bottom] = [0, innerHeight];
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around === document.body || getComputedStyle(around).overflowY === "visible") continue;
    const rect = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, rect.top), Math.min(bottom, rect.bottom)];
  }
  const footer = element.closest(".yc-card")?.querySelector(".yc-footer");
  if (!footer || getComputedStyle(footer).position !== "sticky") return { top, bottom, covered: 0 };
  const free = Math.min(bottom, footer.getBoundingClientRect().top);
  return { top, bottom: free, covered: bottom - free };
}
