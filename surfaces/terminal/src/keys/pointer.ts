import type { MouseAct } from "./decode-mouse.ts";

/** A part of one row of the screen and what a click on it means. Rows and columns count from 0; `to` is not part of it. */
export interface Spot<Target> {
  row: number;
  from: number;
  to: number;
  target: Target;
}

export function moveSpots<Target>(spots: readonly Spot<Target>[], rows: number, columns: number): Spot<Target>[] {
  return spots.map((spot) => ({
    ...spot,
    row: spot.row + rows,
    from: spot.from + columns,
    to: spot.to + columns,
  }));
}

/** As on the page: what has only just come under the pointer cannot have been aimed at. */
export const stillMs = 400;

/**
 * Finds what was clicked. A click counts only if it was pressed and released on the same target, and that target had been drawn in that
 * place for a moment.
 */
export function createPointer<Target>(ms = stillMs) {
  /** When each target was first drawn in its place. */
  let drawnAt = new Map<string, number>();
  let spots: readonly Spot<Target>[] = [];
  let pressed: string | undefined;

  const nameOf = ({ row, from, target }: Spot<Target>) => `${row} ${from} ${JSON.stringify(target)}`;

  function at({ row, column }: MouseAct): Spot<Target> | undefined {
    return spots.find((spot) => spot.row === row && column >= spot.from && column < spot.to);
  }

  return {
    /** Call this with every frame. */
    drawn(next: readonly Spot<Target>[], now: number) {
      spots = next;
      drawnAt = new Map(next.map(nameOf).map((name) => [name, drawnAt.get(name) ?? now]));
    },
    /** Call this when the screen or its window has just got the focus: the click that gave it is not meant for a target. */
    restart(now: number) {
      drawnAt = new Map([...drawnAt.keys()].map((name) => [name, now]));
      pressed = undefined;
    },
    at: (act: MouseAct) => at(act)?.target,
    press(act: MouseAct, now: number) {
      const spot = at(act);
      const name = spot && nameOf(spot);
      pressed = name !== undefined && now - (drawnAt.get(name) ?? now) >= ms ? name : undefined;
    },
    /** The target that was clicked, if it was. */
    release(act: MouseAct): Target | undefined {
      const spot = at(act);
      const isClick = spot !== undefined && pressed !== undefined && nameOf(spot) === pressed;
      pressed = undefined;
      return isClick ? spot.target : undefined;
    },
  };
}
