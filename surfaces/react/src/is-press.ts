import type { PointerEvent } from "react";

/**
 * Is this a person's own press with a mouse or a pen? Assistive technology makes clicks too, without pressure, and a finger
 * that scrolls lands anywhere: neither may send an answer.
 */
export function isPress(event: PointerEvent): boolean {
  return (
    event.isPrimary &&
    event.button === 0 &&
    event.pressure > 0 &&
    event.pointerType !== "touch" &&
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
    !matchMedia("(pointer: coarse)").matches
  );
}
