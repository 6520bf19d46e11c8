import { toTerminalNotification } from "@yourcall/terminal/internal";
import { asPerson } from "../ask/as-person.ts";
import { isPlainTerminal } from "../ask/show-prompt.ts";
import { inbox } from "../commands/inbox.ts";
import { connect } from "../hub/connect.ts";
import { readConfig } from "../hub/read-config.ts";
import { parseNotifySettings, quietUntil } from "../notify/notify-settings.ts";
import { warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";
import { findAsk } from "./find-ask.ts";
import { printEnding } from "./print-ending.ts";

/** `yourcall inbox`: the pending questions of all agents, full screen or as JSON lines for a host. Refuses to run in an agent's environment. */
export function run(args: string[]): Promise<number> {
  return runCommand(inbox, args, async ({ values, positionals: [given, ...more] }) => {
    if (more.length > 0) throw new UsageError("Name at most one ask: yourcall inbox ID.");
    const elsewhere = "Open it in a terminal that no agent started. `yourcall list` shows what is pending.";
    if (refuseAgent("Only a person may answer", `The inbox stays closed.\n${elsewhere}`)) return exitCodes.failure;
    if (values.json === true) {
      if (given !== undefined) throw new UsageError("--json shows all asks; leave out the ID.");
      const { runInboxLines } = await import("./inbox-lines.ts");
      return runInboxLines(await connect("human", { start: true }));
    }
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw new UsageError("The inbox needs a terminal. `yourcall list` prints the pending asks.");
    if (isPlainTerminal({ input: process.stdin, output: process.stdout }))
      throw new UsageError(
        "The inbox draws a full screen, but TERM=dumb or ACCESSIBLE asks for plain lines. `yourcall list` prints the pending asks, and `yourcall answer ID` asks you one of them.",
      );
    const connected = given === undefined ? await (await import("../setup/first-steps.ts")).offerClients() : undefined;
    // Looks for the hub while the screen loads; errors are shown once the screen can be left.
    const hub = connect("human", { start: true });
    const { by, send } = asPerson(() => hub);
    // Before the screen opens, so that an unknown id is reported as by other commands.
    const asked = given === undefined ? undefined : await findAsk(await hub, given);
    if (asked?.outcome !== undefined) {
      warn(`${asked.id} has already ended.`);
      printEnding(asked, asked.outcome, { elsewhere: true });
      (await hub).close();
      return exitCodes.failure;
    }
    const { runInbox } = await import("@yourcall/terminal/inbox");
    const faults: string[] = [];
    const config = readConfig((fault) => faults.push(fault));
    const { afterMs, quiet } = parseNotifySettings(config.notify).settings;
    const end = await runInbox({
      connect: () => hub,
      by,
      send,
      openAt: asked?.id,
      connected,
      notice: faults[0],
      waitedMs: afterMs,
      onWaiting: (ask) => {
        if (quietUntil(quiet, Date.now()) === null) process.stdout.write(toTerminalNotification(ask, process.env));
      },
      letters: config.keys?.letters,
      mouse: config.keys?.mouse,
      goTo: async ({ agent }) => (await import("./goto.ts")).goToPane(agent),
    });
    if (end.type === "failed") throw end.error;
    return end.type === "interrupted" ? exitCodes.interrupted : 0;
  });
}
