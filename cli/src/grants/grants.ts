import { toGrantText, toShowableJson } from "@yourcall/core/internal";
import { grants } from "../commands/grants.ts";
import { withHub } from "../hub/connect.ts";
import { toOutput } from "../inbox/table-text.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";

/** `yourcall grants`: what the person has allowed for a while, and how to take it back. */
export function run(args: string[]): Promise<number> {
  return runCommand(grants, args, async ({ values, positionals }) => {
    const [word, ...ids] = positionals;
    const all = values.all === true;
    if (word !== undefined && word !== "revoke") throw new UsageError(`grants takes revoke, not "${word}".`);
    if (word === undefined && all) throw new UsageError("--all belongs to revoke: yourcall grants revoke --all.");
    if (word === "revoke" && all === ids.length > 0)
      throw new UsageError(
        "Name the grants to take back, or --all: yourcall grants revoke ID... (`yourcall grants` lists them).",
      );
    if (refuseAgent("Only a person may see what they have allowed", "Nothing was changed.")) return exitCodes.failure;
    return withHub("human", { start: true }, async (client) => {
      if (word === undefined) {
        const found = await client.listGrants();
        if (values.json === true) await print(`${toShowableJson(found)}\n`);
        else if (found.length === 0) info("Nothing is allowed ahead of time.");
        else await print(toOutput(found.map((grant) => `${grant.id}  ${toGrantText(grant, Date.now())}`)));
        return 0;
      }
      const revoked = await client.revokeGrants(all ? undefined : ids);
      if (values.json === true) await print(`${toShowableJson(revoked)}\n`);
      const unknown = all ? [] : ids.filter((id) => !revoked.includes(id));
      if (unknown.length > 0) warn(`No such grant, or it has ended: ${unknown.join(", ")}.`);
      info(revoked.length === 1 ? "Taken back. Nothing is covered by it any more." : `Taken back: ${revoked.length}.`);
      return unknown.length > 0 ? exitCodes.failure : 0;
    });
  });
}
