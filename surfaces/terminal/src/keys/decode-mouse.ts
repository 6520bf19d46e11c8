/** A mouse button or the wheel, where the pointer was. Rows and columns count from 0. */
export interface MouseAct {
  action: "press" | "release" | "wheel-up" | "wheel-down";
  row: number;
  column: number;
}

const wheels: Record<string, MouseAct["action"]> = { 64: "wheel-up", 65: "wheel-down" };

/** The left button or the wheel, without modifiers, in an SGR report (`[<0;12;5M`); undefined for anything else. */
export function decodeMouse(sequence: string): MouseAct | undefined {
  const [, button = "", column = "", row = "", final] = /^\[<(0|64|65);(\d{1,5});(\d{1,5})([Mm])$/.exec(sequence) ?? [];
  if (final === undefined) return undefined;
  const action = wheels[button] ?? (final === "M" ? "press" : "release");
  return { action, row: Number(row) - 1, column: Number(column) - 1 };
}
