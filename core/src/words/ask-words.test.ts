import { expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import type { By, Delivery } from "../outcome-schemas.ts";
import type { AgentInfo } from "../schemas.ts";
import {
  toAgentText,
  toByText,
  toDecision,
  toDeliveryText,
  toEndText,
  toHeadline,
  toPlaceText,
  toWithdrawnText,
} from "./ask-words.ts";

const claimed: By = { surface: "terminal", act: "submit", user: "root" };
const human = { id: "human", scope: "human" };

test.each<[By, string, string]>([
  [claimed, "terminal by root", "in terminal by root"],
  [{ ...claimed, token: human }, "terminal by root", "in terminal by root"],
  [{ ...claimed, act: "script", token: human }, "terminal by root (a script)", "in terminal by root (a script)"],
  [{ ...claimed, token: { id: "tok_1", scope: "link", name: "Bo" } }, 'link "Bo"', 'with link "Bo"'],
  [{ surface: "card", act: "click", user: "ana" }, "a chat by ana", "in a chat by ana"],
  [{ ...claimed, batch: "batch_1" }, "terminal by root (batch)", "in terminal by root (batch)"],
  [{ ...claimed, token: { id: "tok_1", scope: "link", name: "link" } }, "a link", "with a link"],
  [
    { ...claimed, token: { id: "tok_3", scope: "app", name: "my-chat-app" } },
    "root via my-chat-app",
    "by root via my-chat-app",
  ],
  [{ ...claimed, user: undefined, token: { id: "tok_3", scope: "app", name: "chat" } }, "chat", "by chat"],
  [
    { ...claimed, act: "script", token: { id: "tok_2", scope: "human", name: "ci\u001b[31m" } },
    'token "ci" (a script)',
    'with token "ci" (a script)',
  ],
])("the actor is shown by the token's name if it has one: %j", (by, short, inSentence) => {
  expect(toByText(by)).toBe(short);
  expect(toPlaceText(by)).toBe(inSentence);
});

test("an ending says the token's name and no act that was only claimed", () => {
  const by = { ...claimed, token: { id: "tok_1", scope: "link", name: "Bo" } };
  const [createdAt, at] = ["2030-01-01T00:00:00.000Z", "2030-01-01T00:01:00.000Z"];
  const end = (by: By) => toEndText({ createdAt }, { status: "declined", by, at }, () => "noon");
  expect(end(by)).toBe('Declined with link "Bo", noon, after 1 min.');
  expect(end(claimed)).toBe("Declined in terminal by root (submit), noon, after 1 min.");
});

test.each<[Partial<By>, string]>([
  [{ surface: "claude-code" }, "in Claude Code (reported)"],
  [
    { surface: "claude-code", token: { id: "tok_1", scope: "agent", name: "ci" } },
    'in Claude Code (reported, token "ci")',
  ],
  [{ surface: "web" }, "in web (reported)"],
])("a host's claim cannot pass for an answer on our own screens: %j", (by, text) => {
  expect(toPlaceText({ surface: "", act: "reported", ...by })).toBe(text);
});

const noon = Date.parse("2030-01-01T12:00:00.000Z");

test.each<[Delivery | undefined, number, string | undefined]>([
  [undefined, 0, undefined],
  [{ state: "taken", at: "2030-01-01T12:00:00.000Z" }, 60_000, undefined],
  [
    { state: "taken", at: "2030-01-01T12:00:00.000Z", note: "the note was not passed on" },
    0,
    "reached Claude, but the note was not passed on",
  ],
  [{ state: "waiting", at: "2030-01-01T12:00:00.000Z" }, 4999, undefined],
  [{ state: "waiting", at: "2030-01-01T12:00:00.000Z" }, 5000, "has not reached Claude yet"],
  [{ state: "refused", at: "2030-01-01T12:00:00.000Z" }, 0, "did not reach Claude"],
  [
    { state: "refused", at: "2030-01-01T12:00:00.000Z", note: "it went on with\u001b[31m PostgreSQL\n" },
    0,
    "did not reach Claude: it went on with PostgreSQL",
  ],
])("an undelivered outcome is one line: %j after %d ms", (delivery, ms, text) => {
  expect(toDeliveryText({ agent: { name: "claude" }, delivery }, noon + ms)).toBe(text);
});

test("an ask that its agent withdrew is not said to be undelivered", () => {
  const [at, delivery] = ["2030-01-01T12:00:00.000Z", { state: "waiting", at: "2030-01-01T12:00:00.000Z" }] as const;
  const withdrawn = { agent: { name: "claude" }, delivery, outcome: { status: "cancelled", at } } as const;
  expect(toDeliveryText(withdrawn, noon + 60_000)).toBeUndefined();
});

test("an approval is listed and recorded as what it would do", () => {
  const command = { tool: "Bash", input: { command: "npm publish\nrm -rf dist" } };
  const ask = toApprovalAsk(command);
  const at = "2030-01-01T00:00:00.000Z";
  const given = { question: "", header: "", selectedOptions: ["deny"], notes: "not on Friday" };
  expect(toHeadline(ask)).toEqual({ name: "Bash", text: "npm publish  2 lines" });
  expect(toHeadline(toApprovalAsk({ tool: "Exit", input: {} }))).toEqual({
    name: "Exit",
    text: "May the agent use Exit?",
  });
  expect(toDecision(ask, { status: "answered", answers: [given], by: claimed, at })).toBe(
    "Deny (note: not on Friday): Bash  npm publish  2 lines",
  );
  expect(toDecision(ask, { status: "cancelled", at })).toBe("withdrawn: Bash  npm publish  2 lines");
});

test.each<[Partial<AgentInfo>, string]>([
  [{}, "claude · ~/shop"],
  [{ title: "fix login", branch: "main" }, "claude · fix login · ~/shop · main"],
  [
    { subagent: "Explore", branch: "feat/x", worktree: "shop-2" },
    "claude (Explore) · ~/shop · feat/x · worktree shop-2",
  ],
  [{ cwd: "/srv/shop-2/src", worktree: "shop-2" }, "claude · /srv/shop-2/src"],
  [{ branch: "x", worktree: "x", subagent: "\u001b[31m" }, "claude · ~/shop · x"],
])("an ask says where it comes from: %j", (agent, text) => {
  expect(toAgentText({ agent: { name: "claude", cwd: "/home/ana/shop", ...agent } }, "/home/ana")).toBe(text);
});

test("a withdrawal quotes the agent's reason with one full stop", () => {
  expect(toWithdrawnText("The turn was stopped.")).toBe("Withdrawn: “The turn was stopped.” Nothing was answered");
  expect(toWithdrawnText("no longer needed")).toBe("Withdrawn: “no longer needed”. Nothing was answered");
  expect(toWithdrawnText()).toBe("Withdrawn. Nothing was answered");
});
