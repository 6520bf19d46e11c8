import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readHubAddress } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import type { Caller, Hub } from "@yourcall/hub";
import type { CardHub, McpCard } from "@yourcall/mcp";
import type { createHubAsker } from "../hub/hub-asker.ts";

/** The card's page, built next to the command. */
function html(): Promise<string> {
  return readFile(join(__dirname, "mcp-card.html"), "utf8");
}

/**
 * The card for `yourcall mcp`. It answers with the person's own token, from which the key of its nonces follows, so that a card is
 * still good after the client was restarted. With a token in the environment, which is an agent's, nobody could answer.
 */
export function localCard(env: NodeJS.ProcessEnv, hub: () => Promise<CardHub>): McpCard | undefined {
  if (env.YOURCALL_TOKEN) return undefined;
  return {
    html,
    hub,
    async key() {
      const token = readHubAddress()?.tokens.human;
      if (token === undefined) throw new YourcallError("unauthorized", "The token of the person is missing.");
      return createHash("sha256").update(`yourcall card ${token}`).digest();
    },
  };
}

/** The card for one token at `/mcp`: it answers what that token asked, and nothing else. The log names the token. */
export function cardOf(hub: Hub, caller: Caller, asker: ReturnType<typeof createHubAsker>, key: () => Buffer): McpCard {
  async function permit(id: string): Promise<void> {
    if ((await hub.get(id)).token !== caller.token)
      throw new YourcallError("not-found", "There is no such question of this token.");
  }
  let made: Buffer | undefined;
  const own: CardHub = {
    async get(id) {
      await permit(id);
      return asker.get(id);
    },
    // Without the name of an asker, so that the outcome is not taken.
    async wait(id, { signal, timeoutMs: ms = 0 } = {}) {
      await permit(id);
      await hub.wait(id, { ms, signal });
      return (await asker.get(id)).outcome ?? null;
    },
    async answer(id, body) {
      await permit(id);
      return hub.answer(id, body, caller);
    },
    async decline(id, body) {
      await permit(id);
      return hub.decline(id, body, caller);
    },
  };
  return { html, key: async () => (made ??= key()), hub: async () => own };
}
