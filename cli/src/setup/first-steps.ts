import { existsSync } from "node:fs";
import { join } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { warn } from "../print.ts";
import { connectClients, findClients } from "./setup.ts";
import { herePlaces } from "./setup-mcp.ts";

/** Whether yourcall was never used here and none of the clients on this machine asks through it. */
function findNewClients() {
  const { YOURCALL_URL, YOURCALL_STORE } = process.env;
  const isUsed = [YOURCALL_URL, YOURCALL_STORE].some(Boolean) || existsSync(join(stateDirectory(), "yourcall.db"));
  const found = isUsed ? [] : findClients(herePlaces());
  return found.some(({ connected }) => connected) ? [] : found;
}

/** On a terminal: asks which of the clients found to connect, and connects them. */
export async function offerClients(): Promise<void> {
  const found = findNewClients();
  if (found.length === 0) return;
  warn("No agent asks through yourcall yet.");
  await connectClients(found);
}

/** Without a terminal: the commands that connect them. */
export function toFirstSteps(): string {
  const rows = findNewClients().map(({ name, label }) => `  ${`yourcall setup ${name}`.padEnd(24)} ${label}\n`);
  return rows.length === 0 ? "" : `\nFound here, not connected yet:\n${rows.join("")}`;
}
