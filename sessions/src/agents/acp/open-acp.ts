import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createAcpAgent } from "@yourcall/acp";
import type { OpenAgent } from "../agent.ts";
import { followOpenTurns } from "../open-turns.ts";

/** Any agent that speaks the Agent Client Protocol, started with a command. A run is a session of that agent. */
export const open: OpenAgent = async ({ asker, cwd, runs, mode, model, env, command = [], session }) => {
  const folder = `${runs}/acp`;
  const fileOf = (run: string) => `${folder}/${run}.json`;
  const last = `${folder}/last`;
  const read = async (run: string): Promise<{ session?: string; command?: unknown }> =>
    JSON.parse(await readFile(fileOf(run), "utf8").catch(() => "{}"));
  let isClosing = false;
  const agent = createAcpAgent({
    ...{ command, cwd, asker, env, model, mode: () => (mode() === "default" ? undefined : mode()) },
    agent: session && { name: session.agent, title: session.title },
    session: session?.id,
    window: session !== undefined,
    keepAsks: session !== undefined,
    sessions: {
      load: async (run) => (await read(run)).session,
      async save(run, own) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(fileOf(run), JSON.stringify({ session: own, command }), { mode: 0o600 });
        if (session === undefined) await writeFile(last, run, { mode: 0o600 });
      },
    },
  });
  const followOpen = followOpenTurns(`${folder}/open`, () => isClosing);
  const follow: typeof followOpen = (turn, prompt) => (session === undefined ? followOpen(turn, prompt) : turn);
  return {
    name: command.join(" "),
    begin: (prompt, signal, pictures) => follow(agent.run(prompt, { id: session?.id, signal, pictures }), prompt),
    resume: (run, prompt, signal, pictures) => follow(agent.resume(run, prompt, { signal, pictures }), prompt),
    async lastRun() {
      const run = (await readFile(last, "utf8").catch(() => "")).trim();
      // The last run may belong to another agent.
      const isOwn = run !== "" && JSON.stringify((await read(run)).command) === JSON.stringify(command);
      return isOwn ? run : undefined;
    },
    isRunning: agent.isRunning,
    close() {
      isClosing = true;
      return agent.close();
    },
  };
};
