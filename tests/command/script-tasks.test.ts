import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GivenAnswer } from "@yourcall/core";
import { expect, test } from "vitest";
import { afterTests, temporaryDirectory, useHub } from "../support/hub.ts";
import { openTerminal, yourcall } from "../support/terminal.ts";

const hub = useHub();
const until = afterTests();
let bin: string | undefined;

/** Runs one line of shell in which `yourcall` is the built command; a person gives these answers to what it asks. */
async function run(line: string, ...answers: Partial<GivenAnswer>[]) {
  bin ??= temporaryDirectory("bin", until);
  writeFileSync(join(bin, "yourcall"), `#!/bin/sh\nexec ${process.execPath} ${yourcall} "$@"\n`, { mode: 0o755 });
  const { start, client } = await hub();
  const shell = start([], { command: ["bash", "--norc", "-c", line], env: { PATH: `${bin}:${process.env.PATH}` } });
  const person = client("human");
  for (const answer of answers) {
    const find = async () => (await person.list({ status: "pending" })).asks[0];
    await expect.poll(find).toBeDefined();
    const ask = await find();
    const given = (ask?.questions ?? []).map(({ question }) => ({ question, selectedOptions: [], ...answer }));
    await person.answer(ask?.id ?? "", { answers: given, surface: "web", act: "click", user: "ben" });
  }
  return shell.ended;
}

test("1. ask for a text and use it", async () => {
  const { stdout } = await run('branch=$(yourcall ask -q "Branch?" --format value) && echo "on $branch"', {
    customInput: "feat/login",
  });
  expect(stdout).toBe("on feat/login\n");
});

test("2. choose between options whose labels have colons", async () => {
  const line = 'yourcall ask -q "Commit as?" -o "feat: add login" --describe "new" -o "fix: typo" --format value';
  expect(await run(line, { selectedOptions: ["feat: add login"] })).toMatchObject({
    code: 0,
    stdout: "feat: add login\n",
  });
});

test("3. deploy only after a yes", async () => {
  const line = 'yourcall confirm "Deploy?" && echo deployed || echo "no deployment"';
  expect((await run(line, { selectedOptions: ["Yes"] })).stdout).toBe("deployed\n");
  expect((await run(line, { selectedOptions: ["No"] })).stdout).toBe("no deployment\n");
});

test("4. ask now, wait later", async () => {
  const line = 'id=$(yourcall ask --no-wait --format id -q "Port?" -o 8080 -o 9090); yourcall wait $id --format value';
  expect((await run(line, { selectedOptions: ["9090"] })).stdout).toBe("9090\n");
});

test("5. loop over several choices, without the mark of a recommendation", async () => {
  const line =
    'yourcall ask -q "Which?" -o "a b (Recommended)" -o c -o d --multi --format value | while read -r x; do echo "<$x>"; done';
  expect((await run(line, { selectedOptions: ["d", "a b (Recommended)"] })).stdout).toBe("<d>\n<a b>\n");
});

test("6. go on without an answer after a time", async () => {
  const line =
    'size=$(yourcall ask -q "Size?" -o S -o M --format value --timeout 1s) || size="default ($?)"; echo $size';
  expect((await run(line)).stdout).toBe("default (4)\n");
});

test("7. tell a skipped question from an answer", async () => {
  const { stdout, stderr } = await run('yourcall ask -q "Size?" -o S -o M --format value; echo "code $?"', {
    skipped: true,
  });
  expect(stdout).toBe("code 7\n");
  expect(stderr).toContain("No preference: a question was skipped, and has no value.");
});

test("8. read the outcome as JSON, with nothing else on standard error", async () => {
  const { stdout, stderr } = await run('yourcall confirm "Deploy?" --json --quiet', { selectedOptions: ["Yes"] });
  expect(JSON.parse(stdout)).toMatchObject({ status: "answered", by: { surface: "web", act: "click" } });
  expect(stderr).toBe("");
});

test("9. ask several things at once and keep each answer", async () => {
  const line =
    '{ read -r name; read -r port; } < <(yourcall ask -q "Name?" -q "Port?" --format value); echo "$name:$port"';
  expect((await run(line, { customInput: "shop" })).stdout).toBe("shop:shop\n");
});

test("10. show what was asked, decided and by whom", async () => {
  const line =
    'id=$(yourcall ask --no-wait --format id -q "Which region?" -o eu -o us); yourcall wait $id --quiet >/dev/null; yourcall show $id; yourcall log --limit 1 --quiet';
  const { stdout } = await run(line, { selectedOptions: ["eu"] });
  expect(stdout).toMatch(/Question: Which region\?\n {2}1 {2}eu\n {2}2 {2}us\n {2}Answer: eu\n/);
  expect(stdout).toMatch(/Ended +Answered in web by ben \(click\)/);
  expect(stdout).toMatch(/today \S+ {2}\w{4} .* Which region\? → eu .*web · ben\n$/);
});

test("what is wrong with flags is said in terms of flags", async () => {
  expect((await run('yourcall ask -q "Which?" -o a')).stderr).toContain('"Which?" has one --option. Give at least two');
  expect((await run('yourcall ask -q "Which?" -o a -o a')).stderr).toMatch(/^--option "a".*/m);
  expect((await run('yourcall ask -q "Which?" --describe x')).stderr).toContain("put --option before it");
  expect((await run('yourcall ask "Which port?"')).stderr).toContain('yourcall ask -q "Which port?"');
});

test("-V prints the version", async () => {
  expect((await run("yourcall -V")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("on a terminal the line that stays says what was chosen, and JSON comes only with --json", async () => {
  const { directory } = await hub();
  for (const [args, isPrinted] of [
    [[], false],
    [["--json"], true],
  ] as const) {
    const terminal = openTerminal(
      ["ask", "-q", "Which port?", "--header", "Port", "-o", "8080", "-o", "9090", ...args],
      {
        stdoutOnTerminal: true,
        env: { YOURCALL_HOME: directory },
      },
    );
    await terminal.ready();
    terminal.press("1");
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.everything()).toContain("✔ Port: 8080");
    expect(terminal.everything().includes('"status":"answered"')).toBe(isPrinted);
  }
});

test("help that is longer than the terminal goes through the person's pager, and shorter help does not", async () => {
  const env = { PAGER: "sed s/^/paged:/" };
  const long = openTerminal(["ask", "--help"], { stdoutOnTerminal: true, env, rows: 24 });
  await long.exited;
  expect(long.everything()).toContain("paged:yourcall ask");
  const short = openTerminal(["ask", "--help"], { stdoutOnTerminal: true, env, rows: 100 });
  await short.exited;
  expect(short.everything()).not.toContain("paged:");
});
