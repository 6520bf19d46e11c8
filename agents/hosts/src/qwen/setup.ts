import { join } from "node:path";
import type { Host } from "../host.ts";
import { type HubFirstHost, refuseOtherHub, toHookFile } from "../hub-first.ts";
import { qwenHome } from "./detect.ts";
import { toOutput } from "./from-outcome.ts";
import { toAsk } from "./to-ask.ts";

const title = "Qwen Code";

export const qwenFirst: HubFirstHost = {
  title,
  event: "PermissionRequest",
  tool: "ask_user_question",
  toAsk,
  toOutput,
};

/** Qwen Code: a hook that holds its dialog. Its second channel, which could close one that is open, ends for good with the program that reads it. */
export function describeQwen(): Host {
  return {
    title,
    program: "qwen",
    tested: "0.24.4",
    limits: "they are in yourcall first and in its own window after five minutes, and its approvals stay there",
    directory: qwenHome,
    isOnRequest: true,
    refuse: (settings) => refuseOtherHub(title, settings),
    files: (places, settings) => [toHookFile(join(qwenHome(places), "settings.json"), qwenFirst, settings)],
    next: "Restart Qwen Code to use it.",
  };
}
