import { exitCodes } from "../exit-codes.ts";
import { gotoHelp } from "../help-texts.ts";
import { withHub } from "../hub/connect.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { say, tell } from "../say.ts";
import { findAsk } from "./find-ask.ts";
import { goToPane } from "./go-to-pane.ts";

/** `yourcall goto ID`: shows the tmux pane of the session that asked. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options: {}, help: gotoHelp, allowPositionals: true }, async ({ positionals }) => {
    const [id, ...more] = positionals;
    if (id === undefined || more.length > 0)
      throw new UsageError("Name one ask: yourcall goto ID. `yourcall list` shows the ids.");
    const { agent } = await withHub("human", { start: "again" }, (client) => findAsk(client, id));
    const { done, text, attach } = await goToPane(agent);
    if (attach !== undefined && process.stdin.isTTY && process.stdout.isTTY) return attach();
    (done ? tell : say)(text);
    return done ? 0 : exitCodes.failure;
  });
}
