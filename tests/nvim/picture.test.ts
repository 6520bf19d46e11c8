import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { database, features } from "../support/asks.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

const sketch = toPng(96, 64);
const hash = createHash("sha256").update(sketch).digest("hex");

testInNeovim(
  "a picture goes with the question at the cursor; a missing one is named at its line",
  async (openNeovim) => {
    const hub = await startHub();
    const { id } = await hub.ask([database, features]);
    const directory = temporaryDirectory("work");
    const file = join(directory, "my sketch.png");
    writeFileSync(file, sketch);
    writeFileSync(join(directory, "notes.png"), "dear diary");
    const nvim = openNeovim({ directory, env: { YOURCALL_HOME: hub.directory } });
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    nvim.goTo("Database");
    nvim.press("enter");
    await nvim.see("untouched, keep any");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    await nvim.deleteLine("TypeScript");
    nvim.command("Yourcall attach gone.png");
    await nvim.see(/There is no file \S*gone\.png\./);
    expect(nvim.screen()).not.toContain("attach:");
    nvim.goTo("## 2");
    nvim.command("Yourcall attach my sketch.png");
    await nvim.see(`attach: ${file}`);
    // Lines that were written by hand are checked when the sheet is sent, each fault below its line.
    nvim.goTo("attach:");
    await nvim.insert("o", "attach: gone.png");
    await nvim.insert("o", "attach: notes.png");
    nvim.goTo("## 1");
    nvim.command("w");
    await nvim.see(/^E attach: gone\.png *\n +gone\.png: There is no such file\./m);
    expect(nvim.screen()).toMatch(/^E attach: notes\.png *\n +notes\.png: Only PNG, JPEG, WebP and GIF/m);
    nvim.command("echo 'at ' .. getline('.')");
    await nvim.see("at attach: gone.png");
    expect((await hub.client("human").get(id)).status).toBe("pending");
    nvim.type("2dd");
    await nvim.gone("attach: notes.png");
    nvim.command("w");
    await nvim.see("✔ Database: SQLite");
    expect((await hub.client("human").get(id)).outcome).toMatchObject({
      answers: [
        expect.not.objectContaining({ attachments: expect.anything() }),
        { attachments: [{ hash, name: "my sketch.png", width: 96, height: 64 }] },
      ],
    });
  },
);
