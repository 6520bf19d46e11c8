import { join } from "node:path";
import { withYourcall } from "@yourcall/claude";
import { createScriptedPerson, type ScriptedAct } from "@yourcall/core/testing";
import { expect } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { root } from "../../support/terminal.ts";
import { runSession, setUpClaude } from "./sessions.ts";

interface Row {
  message: string;
  schema?: object;
  mode?: "url";
  /** What the person does with each ask, in order. */
  acts: ScriptedAct[];
  result: object;
}

const rows: Row[] = [
  {
    message: "Where to?",
    schema: {
      type: "object",
      properties: {
        env: {
          type: "string",
          title: "Environment",
          oneOf: [
            { const: "prod", title: "Production, all of it" },
            { const: "test", title: "Test" },
          ],
        },
        parts: { type: "array", items: { type: "string", enum: ["web", "api", "jobs"] }, maxItems: 2 },
        port: { type: "integer", minimum: 1024, maximum: 65535 },
        dry: { type: "boolean", title: "Dry run" },
        mail: { type: "string", format: "email" },
        note: { type: "string" },
      },
      required: ["env", "parts", "mail"],
    },
    acts: [
      {
        answers: {
          Environment: { select: "Production, all of it" },
          parts: { select: ["web", "api", "jobs"] },
          port: { other: "8080.5" },
          "Dry run": { select: "No" },
        },
      },
      {
        answers: {
          Environment: { select: "Production, all of it" },
          parts: { select: ["web", "jobs"] },
          port: { other: "8080" },
          "Dry run": { select: "No" },
        },
      },
      { answers: { mail: { other: "ana@example.org" }, note: { skip: true } } },
    ],
    result: {
      action: "accept",
      content: { env: "prod", parts: ["web", "jobs"], port: 8080, dry: false, mail: "ana@example.org" },
    },
  },
  {
    message: "Which size?",
    schema: {
      type: "object",
      properties: { size: { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] } },
    },
    acts: [{ select: "Medium" }],
    result: { action: "accept", content: { size: "m" } },
  },
  {
    message: "Your name?",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    acts: [{ decline: "none of your business" }],
    result: { action: "decline" },
  },
  {
    message: "Your age?",
    schema: { type: "object", properties: { age: { type: "number" } } },
    acts: ["expire"],
    result: { action: "cancel" },
  },
];

testWithClaude("an MCP server's forms become questions, and it gets answers that fit its schema or none", async () => {
  const turns = rows.map(({ message, schema }) => [
    { tool: "mcp__forms__form", input: { mode: "form", message, requestedSchema: schema } },
  ]);
  const url = { mode: "url", message: "Log in.", url: "https://example.org/login", elicitationId: "login-1" };
  const scenario = [...turns, [{ tool: "mcp__forms__form", input: url }]];
  const { api, options } = await setUpClaude({ forms: scenario }, { ENABLE_TOOL_SEARCH: "false" });
  const acts = rows.flatMap((row) => row.acts);
  const person = createScriptedPerson([() => acts[person.asks.length - 1]]);
  const forms = { command: process.execPath, args: [join(root, "tests/hosts/claude/forms-server.mjs")] };
  const session = options({ mcpServers: { forms }, allowedTools: ["mcp__forms__form"] });
  await runSession("[forms] Go.", withYourcall(session, { asker: person }));

  for (const [index, { message, result }] of rows.entries())
    expect({ message, ...JSON.parse((await api.resultOf(`toolu_forms_${index}_0`)).text) }).toEqual({
      message,
      ...result,
    });
  expect(JSON.parse((await api.resultOf(`toolu_forms_${rows.length}_0`)).text)).toEqual({ action: "decline" });
  expect(person.asks.map(({ questions }) => questions.length)).toEqual([4, 4, 2, 1, 1, 1]);
  expect(person.asks[1]?.context).toBe(
    'The MCP server "forms" asks: Where to?\n\nPart 1 of 2.\n\nAsked again (2 of 3): parts: choose at most 2; port: 8080.5 is not a whole number.',
  );
});
