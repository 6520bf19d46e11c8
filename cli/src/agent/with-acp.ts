import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createAcpAgent } from "@yourcall/acp";
import { YourcallError } from "@yourcall/core";
import { followOpenTurns, type OpenChatAgent } from "./chat-agent.ts";

/** `--with acp -- COMMAND…`: any agent that speaks the Agent Client Protocol. A run is a session of that agent. */
export const openChatAgent: OpenChatAgent = async ({ asker, cwd, runs, model, maxSteps, planMode, command = [] }) => {
  if (model !== undefined || maxSteps !== undefined)
    throw new YourcallError(
      "invalid-ask",
      "--model and --max-steps do not apply to an ACP agent. Set them in its own command.",
    );
  const folder = `${runs}/acp`;
  const fileOf = (run: string) => `${folder}/${run}.json`;
  const last = `${folder}/last`;
  const read = async (run: string): Promise<{ session?: string; command?: unknown }> =>
    JSON.parse(await readFile(fileOf(run), "utf8").catch(() => "{}"));
  let isClosing = false;
  const agent = createAcpAgent({
    command,
    cwd,
    asker,
    mode: planMode ? "plan" : undefined,
    sessions: {
      load: async (run) => (await read(run)).session,
      async save(run, session) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(fileOf(run), JSON.stringify({ session, command }), { mode: 0o600 });
        await writeFile(last, run, { mode: 0o600 });
      },
    },
  });
  return {
    name: command.join(" "),
    open: (signal) => ({
      run: (prompt) => agent.run(prompt, { signal }),
      resume: (id, prompt) => agent.resume(id, prompt, { signal }),
    }),
    async lastRun() {
      const run = (await readFile(last, "utf8").catch(() => "")).trim();
      // The last run may belong to another agent.
      const isOwn = run !== "" && JSON.stringify((await read(run)).command) === JSON.stringify(command);
      return isOwn ? run : undefined;
    },
    follow: followOpenTurns(`${folder}/open`, () => isClosing),
    forgetsAsks: true,
    close() {
      isClosing = true;
      return agent.close();
    },
  };
};
