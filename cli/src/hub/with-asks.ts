import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import { answeredFile } from "../ask/keep-answered.ts";
import { withHub } from "./connect.ts";
import { stateDirectory } from "./state-directory.ts";
import { isDatabaseUrl, storeFile } from "./store-file.ts";
import { readWantedHub } from "./wanted-hub.ts";

/** Passes a client to `use` that can list asks, even if a person stopped the hub; then it stays stopped. */
export async function withAsks<Result>(use: (client: HubClient | null) => Promise<Result>): Promise<Result> {
  const directory = stateDirectory();
  const isStopped = readHubAddress(directory, process.env) === null && readWantedHub(directory) === null;
  // A shared database is read through a hub only.
  if (!isStopped || isDatabaseUrl(process.env.YOURCALL_STORE ?? "")) return withHub("human", { start: "again" }, use);
  const store = storeFile(directory);
  if (!existsSync(store) && !existsSync(join(directory, answeredFile))) return use(null);
  const { withKeptHub } = await import("./kept-hub.ts");
  return withKeptHub(directory, store, use);
}
