import { homedir } from "node:os";
import { machineClock } from "@yourcall/core";
import { toList } from "@yourcall/core/internal";
import { type HubFirstHost, toFirstApproval, toPermissionOutput } from "../hub-first.ts";
import { connectAppServer } from "./app-server.ts";
import { codexHome, codexSocket } from "./detect.ts";
import { readOpenCalls } from "./rollout.ts";
import { toCodexAsk } from "./to-ask.ts";

const ignore = () => {};
// Codex waits for the hook before it shows its dialog.
const longestMs = 2000;

/**
 * Codex's hooks, for a Codex without a background server. They run before its dialog, which waits; in a session of the background
 * server they do nothing, because the hub is connected to that.
 */
export const codexFirst: HubFirstHost = {
  title: "Codex",
  agent: "Codex",
  event: "PreToolUse",
  tool: "request_user_input",
  toAsk(input) {
    const params = input as Record<string, unknown>;
    return toCodexAsk({ method: "item/tool/requestUserInput", params }, undefined)?.ask ?? null;
  },
  toOutput: (text) => ({
    hookSpecificOutput: {
      ...{ hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: text },
    },
  }),
  approvals: {
    event: "PermissionRequest",
    toAsk: (tool, input) => toFirstApproval(tool === "Bash" ? "Shell" : tool, input),
    toOutput: toPermissionOutput,
    async toMark(transcript) {
      const [call, ...others] = await readOpenCalls(transcript);
      return call === undefined || others.length > 0 ? undefined : `"call_id":${JSON.stringify(call)},"output":`;
    },
  },
  async isInHub(session) {
    try {
      const socket = codexSocket(codexHome({ home: homedir(), env: process.env }));
      const signal = AbortSignal.timeout(longestMs);
      const ways = { onMessage: ignore, onClosed: ignore, clock: machineClock, signal };
      const server = await connectAppServer(socket, "hook", ways);
      try {
        return toList((await server.call("thread/loaded/list", {})).data).includes(session);
      } finally {
        server.close();
      }
    } catch {
      return false;
    }
  },
};
