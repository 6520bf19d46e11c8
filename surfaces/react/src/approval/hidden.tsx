import type { ReactNode } from "react";
import { QuietButton } from "../buttons.tsx";
import type { Size } from "./text-chunks.ts";

/** Says how much is not shown, with a button that shows the next part of it. */
export function Hidden({ hidden, onMore }: { hidden: Size; onMore: () => void }): ReactNode {
  const [count, unit] = hidden.lines > 0 ? [hidden.lines, "line"] : [hidden.length, "character"];
  return (
    <>
      {count} more {count === 1 ? `${unit} is` : `${unit}s are`} not shown.{" "}
      <QuietButton words="Show more" onPress={onMore} />
    </>
  );
}
