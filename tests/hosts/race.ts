export type Winner = "hub" | "window";

/**
 * Races between the hub and a host's own window. One has a head start, and whoever won gives some of it away, so that both win some
 * however fast the machine is.
 */
export function createRaces(stepMs = 40) {
  let hubLeadMs = 0;
  return {
    /** Decides in both places at nearly the same time. */
    async run(inHub: () => Promise<unknown>, inWindow: () => unknown): Promise<void> {
      const [first, second] = hubLeadMs > 0 ? [inHub, inWindow] : [inWindow, inHub];
      const deciding = first();
      await new Promise((resolve) => setTimeout(resolve, Math.abs(hubLeadMs)));
      await Promise.all([deciding, second()]);
    },
    won(winner: Winner): void {
      hubLeadMs += winner === "hub" ? -stepMs : stepMs;
    },
  };
}
