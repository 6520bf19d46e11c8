import { join } from "node:path";
import type { Host } from "../host.ts";
import { type HubFirstHost, refuseOtherHub, toHookFile } from "../hub-first.ts";
import { geminiHome } from "./detect.ts";
import { isInterruption, toOutput } from "./from-outcome.ts";
import { toAsk } from "./to-ask.ts";

const title = "Gemini CLI";

export const geminiFirst: HubFirstHost = {
  title,
  event: "BeforeTool",
  tool: "ask_user",
  toAsk,
  toOutput,
  // Gemini does not end its hooks.
  isInterruption,
};

/** Gemini CLI: a hook that holds its dialog, because it has no way to close one that is open. */
export function describeGemini(): Host {
  return {
    title,
    program: "gemini",
    tested: "0.61.0",
    limits: "they are in yourcall first and in its own window after five minutes, and its approvals stay there",
    directory: geminiHome,
    isOnRequest: "flag",
    refuse: (settings) => refuseOtherHub(title, settings),
    files: (places, settings) => [toHookFile(join(geminiHome(places), "settings.json"), geminiFirst, settings)],
    next: "Restart Gemini CLI to use it.",
  };
}
