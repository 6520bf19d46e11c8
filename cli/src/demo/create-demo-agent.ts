import type { Asker } from "@yourcall/core";
import { type Agent, createAgent, createCodingTools, defineTool } from "@yourcall/loop";
import { createScriptedModel } from "@yourcall/loop/testing";
import * as z from "zod/mini";
import { nextTurn } from "./next-turn.ts";

export { callIds } from "./next-turn.ts";

export interface DemoAgentOptions {
  asker: Asker;
  /** The demo's own directory, so that writing and running in it needs no approval. */
  cwd: string;
  signal: AbortSignal;
  /** The decisions so far, as markdown. */
  readLog(): Promise<string>;
}

const mostTurns = 12;

/** The built-in agent with a script for its model: no key, no network. */
export function createDemoAgent({ asker, cwd, signal, readLog }: DemoAgentOptions): Agent {
  const log = defineTool({
    name: "Log",
    description: "What was asked and decided, as markdown for a repository.",
    input: z.object({}),
    execute: readLog,
  });
  return createAgent({
    model: createScriptedModel(Array.from({ length: mostTurns }, () => nextTurn)),
    tools: [...createCodingTools({ needsApproval: false }), log],
    asker,
    cwd,
    signal,
    agent: { name: "demo", title: "small web service" },
  });
}
