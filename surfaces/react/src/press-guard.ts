/**
 * Ignores presses that were meant for something else:
 *
 * - after `changed()`, every press for a moment; a mouse must also have moved before its presses count again.
 * - a mouse press on something that came under a resting pointer because the layout moved, until the pointer has moved.
 *
 * Fields are never held back.
 */
export interface PressGuard {
  /** Something else is now shown in this part. Until presses count again, the root has the attribute `data-settling`. */
  changed(ms?: number, part?: Element): void;
}

interface GuardOptions {
  /** Aborting ends the guard. */
  signal: AbortSignal;
  /** How long input is ignored after a change. */
  ms?: number;
  /** Called when a press was ignored: it came too early, or the mouse has not moved since the content changed. */
  onIgnored?: (why: "early" | "still") => void;
}

/** What the pointer was last moved to, and where it was on the screen. */
interface Aim {
  x: number;
  y: number;
  screenX: number;
  screenY: number;
  on: Element | null;
  left: number;
  top: number;
}

// Tolerates rounding on a zoomed page.
const tolerance = 2;
// Scrolling continues for a while after the wheel was turned.
const wheelMs = 600;

/** Guards everything inside `root` until the signal ends it. */
export function guardPresses(root: HTMLElement, { signal, ms = 400, onIgnored }: GuardOptions): PressGuard {
  let guardedUntil = 0;
  let guarded: Element = root;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let moved = true;
  let aim: Aim | undefined;
  let wheeledAt = Number.NEGATIVE_INFINITY;
  let ignoring = false;

  function guardFor(length: number): void {
    guardedUntil = Math.max(guardedUntil, performance.now() + length);
    root.toggleAttribute("data-settling", true);
    clearTimeout(timer);
    timer = setTimeout(() => root.toggleAttribute("data-settling", false), guardedUntil - performance.now());
  }

  function takeAim(at: Pick<Aim, "x" | "y" | "screenX" | "screenY">, target: Element | null): void {
    const on = target?.closest(pressable) ?? null;
    const { left, top } = on?.getBoundingClientRect() ?? { left: 0, top: 0 };
    aim = { ...at, on, left, top };
  }

  function isAimed(target: Element): boolean {
    if (aim === undefined) return true;
    const on = target.closest(pressable);
    if (on !== aim.on) return false;
    const { left, top } = on?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return Math.abs(left - aim.left) <= tolerance && Math.abs(top - aim.top) <= tolerance;
  }

  function ignore(event: Event): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function onMove(event: PointerEvent): void {
    const { clientX: x, clientY: y, screenX, screenY } = event;
    // Browsers also report a move when only the page has moved, or the frame in which it is.
    if (event.pointerType !== "mouse" || (aim?.screenX === screenX && aim.screenY === screenY)) return;
    // While a button is down, the pointer still aims at what was pressed.
    if (event.buttons !== 0) return;
    moved = true;
    takeAim({ x, y, screenX, screenY }, event.target as Element | null);
  }

  function onDown(event: PointerEvent): void {
    const target = event.target as Element;
    ignoring = false;
    if (!root.contains(target) || target.closest(pressable) === null || target.closest(field) !== null) return;
    // A link never answers anything.
    const answers = guarded.contains(target) && target.closest("a") === null;
    const early = answers && performance.now() < guardedUntil;
    const blind = event.pointerType === "mouse" && ((answers && !moved) || !isAimed(target));
    if (!early && !blind) return;
    ignoring = true;
    ignore(event);
    onIgnored?.(early ? "early" : "still");
  }

  function onClick(event: MouseEvent): void {
    // Keys and assistive technology cause clicks without a pointer press.
    if (!ignoring || event.detail === 0) return;
    ignore(event);
  }

  const on = { capture: true, signal };
  addEventListener("pointermove", onMove, on);
  addEventListener("pointerdown", onDown, on);
  for (const type of ["mousedown", "mouseup", "pointerup", "click", "dblclick"] as const)
    addEventListener(type, onClick, on);
  addEventListener("wheel", () => (wheeledAt = performance.now()), { ...on, passive: true });
  addEventListener(
    "scroll",
    () => {
      // The person scrolled, and sees what is under the pointer now.
      if (aim !== undefined && performance.now() - wheeledAt < wheelMs)
        takeAim(aim, document.elementFromPoint(aim.x, aim.y));
    },
    on,
  );

  signal.addEventListener("abort", () => clearTimeout(timer));
  return {
    changed(length = ms, part = root) {
      guarded = part;
      guardedUntil = 0;
      guardFor(length);
      moved = false;
    },
  };
}

const pressable = "a, button, label, summary, input, select, [role=button], [role=tab]";
const field = "textarea, select, input:not([type=radio], [type=checkbox], [type=button])";
