import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { type AgentInfo, cleanLine } from "@yourcall/core";
import { panePattern } from "@yourcall/core/internal";
import { goto } from "../commands/goto.ts";
import { findProgram } from "../find-program.ts";
import { withHub } from "../hub/connect.ts";
import { info, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { findAsk } from "./find-ask.ts";

/** `yourcall goto ID`: shows the tmux pane of the session that asked. */
export function run(args: string[]): Promise<number> {
  return runCommand(goto, args, async ({ positionals }) => {
    const [id, ...more] = positionals;
    if (id === undefined || more.length > 0)
      throw new UsageError("Name one ask: yourcall goto ID. `yourcall list` shows the ids.");
    const { agent } = await withHub("human", { start: true }, (client) => findAsk(client, id));
    const { done, text, attach } = await goToPane(agent);
    if (attach !== undefined && process.stdin.isTTY && process.stdout.isTTY) return attach();
    (done ? info : warn)(text);
    return done ? 0 : exitCodes.failure;
  });
}

/**
 * Whether the pane is shown now, and what to say about it. `attach` shows it in this terminal, if no other is attached to tmux.
 */
interface WentTo {
  done: boolean;
  text: string;
  attach?: () => Promise<number>;
}

/** Shows the tmux pane from which this was asked, in the tmux that the person uses. Nothing goes through a shell. */
export async function goToPane({ pane }: AgentInfo): Promise<WentTo> {
  const { env } = process;
  if (pane === undefined || !panePattern.test(pane))
    return failed(
      "No tmux pane is known for this question: its session does not run in tmux, or its hook is an HTTP hook.",
    );
  const program = findProgram("tmux", env);
  if (program === null) return failed("tmux was not found. Install it, or add it to PATH.");
  const tmux = (...args: string[]) =>
    promisify(execFile)(program, args).then(
      ({ stdout }) => ({ code: 0, output: stdout, error: "" }),
      ({ stderr, message }) => ({ code: 1, output: "", error: stderr || message }),
    );
  if (env.TMUX) {
    const switched = await tmux("switch-client", "-t", pane);
    if (switched.code === 0) return { done: true, text: `Switched to tmux pane ${pane}.` };
    if (!/no current client/.test(switched.error)) return failed(toReason(switched.error, pane));
  }
  // First select the window and pane, which any terminal attached to that session then shows.
  for (const command of ["select-window", "select-pane"]) {
    const selected = await tmux(command, "-t", pane);
    if (selected.code !== 0) return failed(toReason(selected.error, pane));
  }
  const clients = await tmux("list-clients", "-F", "#{client_activity} #{client_name}");
  const [latest] = clients.output.split("\n").filter(Boolean).sort().reverse();
  const client = latest?.replace(/^\d+ /, "");
  if (client === undefined)
    return {
      ...failed(`No terminal is attached to tmux. Run: tmux attach -t ${pane}`),
      async attach() {
        const [code] = await once(spawn(program, ["attach-session", "-t", pane], { stdio: "inherit" }), "close");
        return code ?? 1;
      },
    };
  const switched = await tmux("switch-client", "-c", client, "-t", pane);
  return switched.code === 0
    ? { done: true, text: `Switched tmux on ${cleanLine(client)} to pane ${pane}.` }
    : failed(toReason(switched.error, pane));
}

function failed(text: string): WentTo {
  return { done: false, text };
}

function toReason(error: string, pane: string): string {
  if (/can't find/.test(error))
    return `tmux pane ${pane} is gone: the session was closed, or it runs in another tmux server.`;
  if (/no server running|error connecting/.test(error)) return "tmux is not running for this user.";
  return `tmux says: ${cleanLine(error) || "nothing"}`;
}
