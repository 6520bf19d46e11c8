import { join } from "node:path";
import type { Host } from "../host.ts";
import { type HubFirstHost, refuseOtherHub, toHookCommand } from "../hub-first.ts";
import { qwenHome } from "./detect.ts";
import { toOutput } from "./from-outcome.ts";
import { toAsk } from "./to-ask.ts";

const title = "Qwen Code";
// In milliseconds. Ours ends long before.
const dayMs = 86_400_000;

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
    files: (places, settings) => [
      {
        kind: "hooks",
        file: join(qwenHome(places), "settings.json"),
        groups: [
          [
            qwenFirst.event,
            {
              matcher: qwenFirst.tool,
              hooks: [{ type: "command", name: "yourcall", command: toHookCommand(settings), timeout: dayMs }],
            },
          ],
        ],
      },
    ],
    next: "Restart Qwen Code to use it.",
  };
}
