import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { askApproval } from "../support/inbox.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const command = Array.from({ length: 300 }, (_, index) => `echo step ${index + 1}`).join("\n");

/** Deletes every option but `allow-once`, if there is one, and the keep-all line; then writes it, as a person might. */
const allows = `[ -e "$HERE/sheet" ] || cp "$1" "$HERE/sheet"; sed -i -e '/^- deny/d' -e '/^- allow-always/d' -e '/^- (keep/d' "$1"
  grep -q '^- allow-once' "$1" || sed -i 's/^## Comment/- allow-once\\n\\n&/' "$1"`;

test("a sheet in an editor offers no allow, and takes none", async () => {
  const hub = await startHub();
  const ask = await askApproval(hub, command);
  const editor = scriptedEditor(allows);
  const env = { ...editor.env, YOURCALL_HOME: hub.directory };
  const terminal = openTerminal(["answer", ask.id, "--editor"], { env });
  expect((await terminal.exited).code).not.toBe(0);
  expect(editor.read("sheet")).not.toMatch(/^- allow/m);
  expect(editor.read("sheet")).toContain(`To allow it: yourcall answer ${ask.id}, or an inbox.`);
  expect((await hub.client("human").get(ask.id)).status).toBe("pending");
});

test("a saved sheet allows nothing, and denies with its note", async () => {
  const hub = await startHub();
  const ask = await askApproval(hub, command);
  const file = join(temporaryDirectory("sheet"), "sheet.md");
  const sheet = (line: string) => `<!-- yourcall ${ask.id} -->\n\n## 1 Deploy\n\n${line}\n\n<!-- /yourcall -->\n`;
  writeFileSync(file, sheet("- allow-once"));
  const refused = await hub.run(["answer", ask.id, "--from", file]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("This sheet can only deny.") });
  writeFileSync(file, sheet("- deny — not on Friday"));
  expect(await hub.run(["answer", ask.id, "--from", file])).toMatchObject({ code: 0 });
  expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["deny"], notes: "not on Friday" }],
  });
});

test("Ctrl-G offers an allow only if the prompt has shown all of it", async () => {
  const hub = await startHub();
  const long = await askApproval(hub, command);
  const editor = scriptedEditor(`cp "$1" "$HERE/sheet"; sed -i '/^- (keep/d' "$1"`);
  const env = { ...editor.env, YOURCALL_HOME: hub.directory };
  const unseen = openTerminal(["answer", long.id], { env });
  await unseen.ready();
  unseen.press("ctrl+g");
  await unseen.see("> Send answer");
  expect(editor.read("sheet")).not.toMatch(/^- allow/m);
  unseen.press("enter");
  expect((await unseen.exited).code).toBe(0);
  expect((await hub.client("human").get(long.id)).outcome).toMatchObject({ answers: [{ selectedOptions: ["deny"] }] });

  const short = await askApproval(hub);
  const second = scriptedEditor(`cp "$1" "$HERE/sheet"; sed -i -e '/^- deny/d' -e '/^- allow-always/d' "$1"`);
  const seen = openTerminal(["answer", short.id], { env: { ...second.env, YOURCALL_HOME: hub.directory } });
  await seen.ready();
  seen.press("ctrl+g");
  await seen.see("> Send answer");
  expect(second.read("sheet")).toMatch(/^- allow-once/m);
  seen.press("enter");
  expect((await seen.exited).code).toBe(0);
  expect((await hub.client("human").get(short.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["allow-once"] }],
  });
});
