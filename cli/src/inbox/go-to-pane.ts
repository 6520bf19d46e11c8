import { spawn } from "node:child_process";
import { type AgentInfo, cleanLine, panePattern } from "@yourcall/core";
import { findProgram } from "../find-program.ts";

/** Where going to a pane led: what to say about it, and whether it worked. `attach`: only a terminal of its own can show it. */
interface WentTo {
  done: boolean;
  text: string;
  attach?: () => Promise<number>;
}

/** Shows the tmux pane from which this was asked, in the tmux that the person uses. Nothing goes through a shell. */
export async function goToPane({ pane }: AgentInfo, env: NodeJS.ProcessEnv = process.env): Promise<WentTo> {
  if (pane === undefined || !panePattern.test(pane))
    return failed(
      "No tmux pane is known for this question: its session does not run in tmux, or its hook is an HTTP hook.",
    );
  const program = findProgram("tmux", env);
  if (program === null) return failed("tmux was not found. Install it, or add it to PATH.");
  const tmux = (...args: string[]) => run(program, args, env);
  if (env.TMUX) {
    const switched = await tmux("switch-client", "-t", pane);
    if (switched.code === 0) return { done: true, text: `Switched to tmux pane ${pane}.` };
    if (!/no current client/.test(switched.error)) return failed(toReason(switched.error, pane));
  }
  // The window and pane first: they are shown by whatever is or gets attached to that session.
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
      attach: async () => (await run(program, ["attach-session", "-t", pane], env, "inherit")).code,
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

interface Ran {
  code: number;
  output: string;
  error: string;
}

function run(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stdio: "pipe" | "inherit" = "pipe",
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio, shell: false });
    const ran: Ran = { code: 1, output: "", error: "" };
    child.stdin?.end();
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (ran.output += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (ran.error += text));
    child.on("error", (error) => resolve({ ...ran, error: error.message }));
    child.on("close", (code) => resolve({ ...ran, code: code ?? 1 }));
  });
}
