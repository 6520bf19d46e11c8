import { type Ask, toPlainAsk } from "@yourcall/core";
import { useEffect, useState } from "react";

/** What a tool's arguments ask: an ask, null if they cannot be shown, undefined until that is known. */
export function useToolAsk(input: unknown): Ask | null | undefined {
  const plain = toPlainAsk(input);
  const text = plain === null ? toText(input) : undefined;
  const [found, setFound] = useState<{ text: string; ask: Ask | null }>();
  useEffect(() => {
    if (text === undefined) return;
    let left = false;
    // Few models need it, so its code is loaded on demand.
    import("./lenient-door.ts").then(
      ({ toAskLeniently }) => {
        const result = toAskLeniently(JSON.parse(text));
        if (!left) setFound({ text, ask: "ask" in result ? result.ask : null });
      },
      () => !left && setFound({ text, ask: null }),
    );
    return () => {
      left = true;
    };
  }, [text]);
  if (plain !== null) return plain;
  return found !== undefined && found.text === text ? found.ask : undefined;
}

function toText(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "null";
  } catch {
    return "null";
  }
}
