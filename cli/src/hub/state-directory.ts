import { resolve } from "node:path";

/** Where yourcall keeps its state: `$YOURCALL_HOME`, else the platform's own place for it. */
export function stateDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.YOURCALL_HOME) return resolve(env.YOURCALL_HOME);
  const home = env.HOME ?? env.USERPROFILE ?? ".";
  if (process.platform === "darwin") return `${home}/Library/Application Support/yourcall`;
  if (process.platform === "win32") return `${env.LOCALAPPDATA ?? home}/yourcall`;
  return `${env.XDG_STATE_HOME || `${home}/.local/state`}/yourcall`;
}
