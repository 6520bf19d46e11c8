import type { HubClient, WireAsk } from "@yourcall/client";

/** The newest ask of a call, whatever its state. Never waits, which would take its outcome. */
export async function findAsk(
  hub: Pick<HubClient, "list">,
  session: string,
  key: string,
): Promise<WireAsk | undefined> {
  const { asks } = await hub.list({ session, key, status: "all", order: "newest", limit: 1 });
  return asks[0];
}
