import { existsSync } from "node:fs";
import { join } from "node:path";

export interface MissingTokens {
  what: string;
  todo: string;
}

/** What to say and to do where a hub runs and the file that holds its tokens does not have them, or not any more. */
export function describeMissingTokens(directory: string): MissingTokens {
  const file = join(directory, "tokens.json");
  const restart =
    "`yourcall stop` ends the hub, and the next one, which `yourcall inbox` or `yourcall serve` starts, makes new tokens. What waits is kept.";
  return existsSync(file)
    ? { what: `${file} does not hold the tokens of the hub`, todo: `Repair it, or remove it: then ${restart}` }
    : { what: `${file} is missing, and the hub lets nobody in without a token`, todo: restart };
}
