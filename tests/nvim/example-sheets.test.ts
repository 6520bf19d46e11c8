import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { readExampleSheets } from "../../core/src/testing/example-sheets.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

testInNeovim("every example sheet, edited with its keys, says and sends what core says", async (openNeovim) => {
  const hub = await startHub();
  const directory = temporaryDirectory("work");
  const nvim = openNeovim({ directory, env: { YOURCALL_HOME: hub.directory } });
  for (const { name, ask, sheet, keys, edited, ...said } of readExampleSheets()) {
    nvim.command("Yourcall inbox");
    nvim.command("only");
    await nvim.see("Nothing waits for you.");
    const { id } = await hub.ask(ask.questions);
    await nvim.see("1 waiting · <CR> opens");
    nvim.type("G");
    nvim.press("enter");
    await nvim.see(/^ {3}(?:untouched|no answer yet)/m);
    const read = (file: string) => {
      // Renamed, so that it is not read while it is being written.
      nvim.command(`call writefile(getline(1, '$') + [''], '${file}~', 'b') | call rename('${file}~', '${file}')`);
      return vi.waitFor(
        () => readFileSync(join(directory, file), "utf8").replace(/^<!-- yourcall.*/, "<!-- yourcall ask_1 -->"),
        { timeout: 30_000 },
      );
    };
    expect(await read(`${name}.md`)).toBe(sheet);
    for (const typed of keys) {
      nvim.type(typed);
      if (typed.endsWith("\x1b")) await nvim.gone("-- INSERT --");
    }
    for (const text of said.progress) await nvim.see(`   ${text}`);
    expect(await read(`${name}-edited.md`)).toBe(edited);
    nvim.press("enter");
    const [error] = said.errors;
    if (error !== undefined) {
      await nvim.see(error.message.slice(0, 60));
      nvim.command("echo 'line ' .. line('.')");
      await nvim.see(`line ${error.line}`);
      expect((await hub.client("human").get(id)).status).toBe("pending");
      nvim.command("Yourcall! decline");
      await nvim.see(/^– .*: declined/m);
      continue;
    }
    await nvim.see(/^[✔–] /m);
    const { outcome } = await hub.client("human").get(id);
    expect(outcome).toMatchObject({ by: { surface: "nvim" } });
    if (outcome?.status === "answered") expect(outcome).toMatchObject({ answers: said.answers, by: { act: "sheet" } });
    expect(outcome).toMatchObject(
      said.declined === undefined ? { status: "answered" } : { status: "declined", ...said.declined },
    );
    expect(outcome?.status === "answered" ? outcome.comment : undefined).toBe(said.comment);
  }
});
