import type { StartOptions } from "@yourcall/hub";
import { parseDuration } from "../parse-duration.ts";
import { type Config, isCount, toKeepMs } from "./read-config.ts";

/** The person's settings as options of a hub. Throws if a duration cannot be read. */
export function toHubSettings({
  port,
  host,
  publicUrl,
  identityFile,
  keep,
  timeout,
  ...limits
}: Config): Partial<StartOptions> {
  const { maxPendingPerSession, maxPendingPerToken, maxPendingBytesPerToken, maxBytesPerTokenAndDay, maxConnections } =
    limits;
  return {
    ...(typeof port === "number" ? { port } : {}),
    ...(typeof host === "string" ? { host } : {}),
    ...(typeof publicUrl === "string" ? { publicUrl } : {}),
    ...(typeof identityFile === "string" ? { identityFile } : {}),
    keepMs: toKeepMs({ keep }),
    ...(typeof timeout === "string" ? { defaultTimeoutMs: parseDuration(timeout, "timeout in config.json") } : {}),
    ...(isCount(maxPendingPerSession) ? { maxPendingPerSession } : {}),
    ...(isCount(maxPendingPerToken) ? { maxPendingPerToken } : {}),
    ...(isCount(maxPendingBytesPerToken) ? { maxPendingBytesPerToken } : {}),
    ...(isCount(maxBytesPerTokenAndDay) ? { maxBytesPerTokenAndDay } : {}),
    ...(isCount(maxConnections) ? { maxConnections } : {}),
  };
}
