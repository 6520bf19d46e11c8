import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { makeStateDirectory } from "../hub/state-directory.ts";
import { warn } from "../print.ts";
import { connectClients, findClients } from "./setup.ts";
import { herePlaces } from "./setup-mcp.ts";

/** The clients on this machine, unless one of them asks through yourcall or the person was asked about them before. */
function findNewClients() {
  const { YOURCALL_URL, YOURCALL_STORE } = process.env;
  const isSettled = [YOURCALL_URL, YOURCALL_STORE].some(Boolean) || existsSync(offeredFile());
  const found = isSettled ? [] : findClients(herePlaces());
  return found.some(({ connected }) => connected) ? [] : found;
}

// Says that the person was asked, so that they are asked once.
const offeredFile = () => join(stateDirectory(), "clients-offered");

/** On a terminal, once: asks which of the clients found to connect, and connects them. Returns the names of those connected. */
export async function offerClients(): Promise<string[]> {
  const found = findNewClients();
  if (found.length === 0) return [];
  makeStateDirectory(stateDirectory());
  writeFileSync(offeredFile(), "", { mode: 0o600 });
  warn("No agent asks through yourcall yet.");
  await connectClients(found);
  return findClients(herePlaces()).flatMap(({ label, connected }) => (connected ? [label] : []));
}

/** Without a terminal: the commands that connect them. */
export function toFirstSteps(): string {
  const rows = findNewClients().map(({ name, label }) => `  ${`yourcall setup ${name}`.padEnd(24)} ${label}\n`);
  return rows.length === 0 ? "" : `\nFound here, not connected yet:\n${rows.join("")}`;
}
