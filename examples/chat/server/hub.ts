import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { HubClient } from "@yourcall/client";
import { createHubClient, readHubAddress, stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";

/**
 * The hub of this machine, or that of `YOURCALL_URL`, with a token of scope `app`: from `YOURCALL_TOKEN`, or made once with the
 * token of the person who starts this server, and kept in `file`. Undefined if no hub runs: then only the page answers.
 */
export async function openHub(env: NodeJS.ProcessEnv, file: string): Promise<HubClient | undefined> {
  const address = readHubAddress(stateDirectory(env), env);
  if (address === null) return undefined;
  const { url, socketPath } = address;
  const open = (token: string) => createHubClient({ url, socketPath, token });
  if (env.YOURCALL_TOKEN) return open(env.YOURCALL_TOKEN);

  const known = existsSync(file) ? open(readFileSync(file, "utf8")) : undefined;
  try {
    if (known !== undefined && (await isValid(known))) return known;
    const person = open(address.tokens.human ?? "");
    const { token } = await person.createToken({ name: "chat", scope: "app" });
    person.close();
    writeFileSync(file, token, { mode: 0o600 });
    return open(token);
  } catch (error) {
    if (!YourcallError.isInstance(error) || error.code !== "hub-unreachable") throw error;
    // With a known token the hub is expected back, together with what was asked.
    if (known === undefined) console.error("The hub does not answer. Questions are asked only here.");
    return known;
  }
}

async function isValid(client: HubClient): Promise<boolean> {
  try {
    await client.list({ limit: 1 });
    return true;
  } catch (error) {
    if (YourcallError.isInstance(error) && error.code === "unauthorized") return false;
    throw error;
  }
}
