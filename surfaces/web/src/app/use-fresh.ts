import { isRetryable } from "@yourcall/client";
import { useEffect, useState } from "react";

/**
 * What `read` last returned. It is read again every `everyMs` while the page is visible, at once when `read` changes, and no more after
 * a refusal.
 */
export function useFresh<Value>(
  read: () => Promise<readonly Value[]>,
  everyMs: number,
): [values: readonly Value[], change: (to: (now: readonly Value[]) => readonly Value[]) => void] {
  const [values, setValues] = useState<readonly Value[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const next = document.visibilityState === "visible" ? read() : undefined;
      const mayAgain = await Promise.resolve(next).then(
        (found) => {
          if (found !== undefined && !isOver) setValues(found);
          return true;
        },
        (error: unknown) => isRetryable(error),
      );
      if (mayAgain && !isOver) timer = setTimeout(look, everyMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [read, everyMs]);
  return [values, setValues];
}
