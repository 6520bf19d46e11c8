import type { SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { expect, test } from "vitest";
import { createEventReader } from "./to-agent-events.ts";

const result = {
  ...{ type: "result", subtype: "success", is_error: false, result: "Done.", total_cost_usd: 0.25 },
  usage: { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 100, cache_read_input_tokens: 1000 },
} as SDKResultMessage;

test("the end of a turn reports what it used, only to a host with a window", () => {
  expect(createEventReader(true).readEnd(result)).toEqual([
    { type: "settings", usage: { inputTokens: 1110, outputTokens: 5, costUsd: 0.25 } },
    { type: "done", text: "Done." },
  ]);
  expect(createEventReader().readEnd(result)).toEqual([{ type: "done", text: "Done." }]);
});
