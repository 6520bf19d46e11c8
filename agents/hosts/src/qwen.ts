import { join } from "node:path";
import type { Host, HostPlaces } from "./host.ts";
import {
  type HubFirstHost,
  refuseOtherHub,
  toAskOrNull,
  toFirstApproval,
  toHookFile,
  toPermissionOutput,
} from "./hub-first.ts";

const title = "Qwen Code";

export const qwenFirst: HubFirstHost = {
  title,
  event: "PermissionRequest",
  tool: "ask_user_question",
  // Qwen's questions have the same shape as ours.
  toAsk: toAskOrNull,
  // A denial keeps Qwen from opening its dialog; Qwen passes the text on to its model.
  toOutput: (text) => toPermissionOutput(false, text),
  approvals: {
    event: "PermissionRequest",
    // Qwen ignores a hook that allows a plan.
    toAsk: (tool, input) =>
      tool === "exit_plan_mode" ? null : toFirstApproval(tool === "run_shell_command" ? "Shell" : tool, input),
    toOutput: toPermissionOutput,
    // As Qwen records a call that has ended. The call itself may not be in the file yet.
    toMark: async (_, tool, input) =>
      `"function_name":${JSON.stringify(tool)},"function_args":${JSON.stringify(input)}`,
  },
};

/** Qwen Code: a hook that holds its dialog. Its second channel, which could close one that is open, ends for good with the program that reads it. */
export function describeQwen(): Host {
  return {
    title,
    program: "qwen",
    tested: "0.24.4",
    limits:
      "they are in yourcall first and in its own window after five minutes; its approvals too, with `--approvals`, and its plans never",
    directory: qwenHome,
    isOnRequest: "offer",
    refuse: (settings) => refuseOtherHub(title, settings),
    files: (places, settings) => [toHookFile(join(qwenHome(places), "settings.json"), qwenFirst, settings)],
    next: "Restart Qwen Code to use it.",
    nextApprovals: "Each approval now waits in yourcall for up to five minutes before Qwen's own dialog opens.",
  };
}

function qwenHome({ home }: HostPlaces): string {
  return join(home, ".qwen");
}
