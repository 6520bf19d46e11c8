import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type ElicitResult } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { skill } from "../../agents/mcp/src/tools.ts";
import { putYaml } from "../../cli/src/setup/edit-yaml.ts";
import { claudeCodeEntries, mcpClients } from "../../cli/src/setup/mcp-clients.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";
import { server } from "./backup-server.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const page = read("docs/agents/mcp.md");
const blocks = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")), ([, text = ""]) => text);

function toSettings(entries: readonly { path: readonly string[]; value: unknown }[]): object {
  const nested = entries.map(({ path, value }) =>
    path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
  );
  return Object.assign({}, ...nested);
}

test("the blocks to paste are what `yourcall setup` writes", () => {
  const written = [...blocks("toml").map((text) => parse(text)), ...blocks("json").map((text) => JSON.parse(text))];
  const text = JSON.stringify(written.map((block) => ({ ...block })));
  const start = { command: ["yourcall"], env: {} } as const;
  const wanted = [
    ...Object.values(mcpClients).flatMap((client) =>
      client.format === "yaml" ? [] : [toSettings(client.entries(start))],
    ),
    toSettings([claudeCodeEntries(start).server]),
  ];
  expect(wanted.filter((settings) => !text.includes(JSON.stringify(settings)))).toEqual([]);
  for (const client of Object.values(mcpClients))
    if (client.format === "yaml")
      for (const entry of client.entries(start)) expect(blocks("yaml")).toContain(putYaml("", { ...entry, head: "" }));
  for (const { title } of Object.values(mcpClients)) expect(page).toContain(title);
});

test("the commands show what they would do", async () => {
  const hub = await startHub();
  const home = temporaryDirectory("mcp-docs");
  mkdirSync(join(home, ".codex"));
  const commands = blocks("sh").flatMap((text) => text.trim().split("\n"));
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const [name, ...args] = command.replace(/\s+#.*/, "").split(" ");
    expect(name).toBe("yourcall");
    const { stdout, stderr } = await hub.run(args.length === 1 ? args : [...args, "--print"], {
      env: { HOME: home, CODEX_HOME: undefined },
    });
    expect(`${stdout}${stderr}`).toMatch(/codex/i);
  }
});

test("the text for agents is the server's instructions", () => {
  const [, quoted = ""] = /<!-- skill -->\n(.*?)\n<!-- \/skill -->/s.exec(page) ?? [];
  expect(quoted.replaceAll(/^> ?/gm, "")).toBe(skill);
});

test("the example for authors of servers asks with a form, and treats nothing but an answer as one", async () => {
  expect(read("tests/mcp/backup-server.ts")).toContain(blocks("ts")[0]);
  const replies: ElicitResult[] = [
    { action: "accept", content: { question_1: "Cloud" } },
    { action: "decline" },
    { action: "cancel" },
  ];
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    expect(params.message).toBe(
      "Where should the backup go?\n- Disk: Fast, on this machine\n- Cloud: Slower, off site",
    );
    return replies.shift() ?? { action: "cancel" };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const call = async () => (await client.callTool({ name: "backup" })).content;
  expect(await call()).toEqual([{ type: "text", text: "Backup to Cloud" }]);
  expect(await call()).toEqual([{ type: "text", text: "Nothing was decided." }]);
  expect(await call()).toEqual([{ type: "text", text: "Nothing was decided." }]);
  await client.close();
});
