import { lookAt, readLocalHub } from "../hub/hub-process.ts";
import { stateDirectory } from "../hub/state-directory.ts";

/** Does a hub run that could take an ask? Another machine's is taken at its word. */
export async function hubRuns(): Promise<boolean> {
  if (process.env.YOURCALL_URL) return true;
  const file = readLocalHub(stateDirectory());
  return file !== null && (await lookAt(file)).is === "well";
}
