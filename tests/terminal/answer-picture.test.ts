import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { database } from "../support/asks.ts";
import { useHub } from "../support/hub.ts";
import { claude } from "../support/inbox.ts";
import { scriptedEditor } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const sketch = toPng(96, 64, { text: "51.5007 N, 0.1246 W" });
const hash = createHash("sha256").update(toPng(96, 64)).digest("hex");
const shared = useHub();
let place = "";
let file = "";
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "yourcall-pictures-test-"));
  file = join(place, "sketch.png");
  writeFileSync(file, sketch);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe("a picture in an answer", () => {
  test("is named with answer --attach, and show says where it is", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const { stdout, code } = await hub.run(["answer", id, "--other", "as drawn here", "--attach", file, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).outcome).toMatchObject({
      answers: [{ customInput: "as drawn here", attachments: [{ hash, name: "sketch.png", width: 96, height: 64 }] }],
    });
    const shown = (await hub.run(["show", id])).stdout;
    expect(shown).toContain(`Picture: sketch.png (PNG, 96 × 64, 1 KB), in /v1/asks/${id}/pictures/${hash}`);
    const log = (await hub.run(["log"])).stdout;
    expect(log).toContain("1 picture");
  });

  test("that is none is refused with its path, and nothing is sent", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const notes = join(place, "notes.png");
    writeFileSync(notes, "<svg/>");
    for (const [path, words] of [
      [notes, "Only PNG, JPEG, WebP and GIF"],
      [join(place, "gone.png"), "There is no such file."],
      [place, "It is a directory."],
    ] as const) {
      const { stderr, code } = await hub.run(["answer", id, "--select", "SQLite", "--attach", path]);
      expect(code).not.toBe(0);
      expect(stderr).toContain(`${path}: ${words}`);
    }
    expect((await hub.client("human").get(id)).status).toBe("pending");
  });

  test("is a line of a sheet", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const sheet = join(place, "sheet.md");
    writeFileSync(
      sheet,
      `<!-- yourcall ${id} -->\n\n## 1 Database · keep one\n> ${database.question}\n\n- SQLite\nattach: ${file}\n\n## Comment\n\n<!-- /yourcall -->\n`,
    );
    const { stderr, code } = await hub.run(["answer", id, "--from", sheet]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect((await hub.client("human").get(id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["SQLite"], attachments: [{ hash }] }],
    });
  });

  test("that is missing in an editor's sheet loses nothing of the sheet", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const missing = join(place, "gone.png");
    const editor = scriptedEditor(
      `sed -i -e '/MongoDB/d; /PostgreSQL/d' -e 's|^- SQLite.*|&\\nattach: ${missing}|' "$1"`,
    );
    const { stderr, code } = await hub.run(["answer", id, "--editor"], { env: editor.env });
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${missing}: There is no such file. Nothing was sent.`);
    const kept = /Your text is kept in (.+)\.$/m.exec(stderr)?.[1] ?? "";
    writeFileSync(missing, sketch);
    expect(await hub.run(["answer", id, "--from", kept])).toMatchObject({ code: 0 });
    rmSync(missing);
    expect((await hub.client("human").get(id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["SQLite"], attachments: [{ hash }] }],
    });
  });

  test("is added by a sheet that Ctrl-G opens in the prompt, and shown before it is sent", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const editor = scriptedEditor(`sed -i -e '/MongoDB/d; /PostgreSQL/d' -e 's|^- SQLite.*|&\\nattach: ${file}|' "$1"`);
    const env = { YOURCALL_HOME: hub.directory, ...editor.env };
    const terminal = openTerminal(["answer", id], { stdoutOnTerminal: true, env });
    await terminal.ready();
    terminal.press("ctrl+g");
    await terminal.see("sketch.png (PNG, 96 × 64, 1 KB)");
    expect((await hub.client("human").get(id)).status).toBe("pending");
    terminal.press("enter");
    await terminal.exited;
    expect((await hub.client("human").get(id)).outcome).toMatchObject({
      answers: [{ selectedOptions: ["SQLite"], attachments: [{ hash, name: "sketch.png" }] }],
    });
  });

  test("is added in the prompt for screen readers with f and its path, and a missing one is named", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const env = { YOURCALL_HOME: hub.directory, ACCESSIBLE: "1" };
    const terminal = openTerminal(["answer", id], { stdoutOnTerminal: true, env });
    await terminal.see(/for help: $/);
    terminal.type("f\r");
    await terminal.see("The path of the picture");
    terminal.type(`${join(place, "gone.png")}\r`);
    await terminal.see("There is no such file.");
    terminal.type("f\r");
    terminal.type(`${file}\r`);
    await terminal.see("Added: sketch.png (PNG, 96 × 64, 1 KB).");
    terminal.type("2\r");
    await terminal.exited;
    expect((await hub.client("human").get(id)).outcome).toMatchObject({ answers: [{ attachments: [{ hash }] }] });
  });

  test("is added in the prompt with p and its path, and a picture of another screen's draft is shown there", async () => {
    const hub = await shared();
    const { id } = await hub.ask([database], { agent: claude });
    const human = hub.client("human");
    const elsewhere = await human.addPicture(id, { data: toPng(8, 8).toString("base64"), name: "page.png" });
    const entry = { selectedOptions: [], otherPicked: false, other: "", note: "", skipped: false };
    const draft = { entries: [{ ...entry, attachments: [elsewhere] }], comment: "", reason: "" };
    await human.saveDraft(id, { draft, baseRevision: 0 });
    const terminal = openTerminal(["answer", id], { stdoutOnTerminal: true, env: { YOURCALL_HOME: hub.directory } });
    await terminal.ready();
    await terminal.see("picture: page.png (PNG, 8 × 8, 1 KB)");
    terminal.press("p");
    await terminal.see("add picture:");
    terminal.type(join(place, "gone.png"));
    terminal.press("enter");
    await terminal.see("There is no such file.");
    terminal.press("ctrl+u");
    terminal.type(file);
    terminal.press("enter");
    await terminal.see("picture: sketch.png (PNG, 96 × 64, 1 KB)");
    terminal.press("enter");
    await terminal.exited;
    expect((await human.get(id)).outcome).toMatchObject({
      answers: [{ attachments: [{ name: "page.png" }, { hash, name: "sketch.png" }] }],
    });
  });
});
