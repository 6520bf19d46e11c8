import type { HubClient } from "@yourcall/client";

const inputs = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/**
 * While the person uses this page, tells the hub so, and their phone stays silent; also when they leave it. A page in the background
 * gets no input.
 */
export function beatOnInput(client: Pick<HubClient, "beat" | "leave">, signal: AbortSignal): void {
  // A pointer also moves over a page that has no focus.
  const beat = ({ isTrusted }: Event) => isTrusted && document.hasFocus() && client.beat();
  for (const type of inputs) addEventListener(type, beat, { signal, passive: true, capture: true });
  const leave = () => document.visibilityState === "hidden" && void client.leave();
  document.addEventListener("visibilitychange", leave, { signal });
  addEventListener("pagehide", () => void client.leave(), { signal });
}
