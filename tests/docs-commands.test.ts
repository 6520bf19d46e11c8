import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../cli/src/commands/index.ts";
import { toCandidates } from "../cli/src/completion/completion.ts";
import { temporaryDirectory, useHub } from "./support/hub.ts";
import { openTerminal, root, type TerminalOptions, yourcall } from "./support/terminal.ts";

interface Block {
  name: string;
  code: string;
}

/** Every block of commands in README and docs. Those of the examples are run in tests/examples.test.ts. */
const blocks = globSync(["README.md", "docs/**/*.md", "{cli,client,core,hub,agents/*,surfaces/*}/README.md"], {
  cwd: root,
})
  .sort()
  .flatMap((file): Block[] =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = ""], at) => ({
      name: `${file} ${at + 1}`,
      code,
    })),
  );

/** Runs a block with stand-ins that write down how they were called, and returns the calls of `yourcall`. */
function callsIn(code: string): string[][] {
  const place = temporaryDirectory("docs");
  const programs = [
    "yourcall",
    "npm",
    "node",
    "python3",
    "claude",
    "gemini",
    "curl",
    "ntfy",
    "sed",
    "setopt",
    "useradd",
    "install",
    "systemctl",
    "docker",
  ];
  for (const program of programs)
    writeFileSync(join(place, program), `#!/bin/bash\n{ printf '%s\\0' ${program} "$@"; echo; } >>"$CALLS"\n`, {
      mode: 0o755,
    });
  // Some blocks begin in the repository.
  for (const folder of ["examples/chat", "surfaces/nvim"]) mkdirSync(join(place, folder), { recursive: true });
  const calls = join(place, "calls");
  writeFileSync(calls, "");
  execFileSync("/bin/bash", ["-c", code], {
    cwd: place,
    env: { PATH: `${place}:/usr/bin:/bin`, HOME: place, YOURCALL_HOME: place, CALLS: calls },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 20_000,
  });
  return readFileSync(calls, "utf8")
    .split("\n")
    .map((line) => line.split("\0").slice(0, -1))
    .filter(([program]) => program === "yourcall")
    .map(([, ...args]) => args);
}

test.each(blocks)("$name: the shell runs it, and every command and option in it exists", async ({ code }) => {
  for (const args of callsIn(code)) {
    const [command = "inbox"] = args;
    expect(commands.map(({ name }) => name)).toContain(command);
    const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
    const setUp = command === "setup" && own[1] !== undefined ? [own[1]] : [];
    const known = await toCandidates([command, ...setUp, "--"], async () => []);
    const options = own.flatMap((word) => /^--[a-z-]+/.exec(word) ?? []);
    for (const option of options) expect(known, `yourcall ${args.join(" ")}`).toContain(option);
  }
});

describe("README", () => {
  const hub = useHub();
  const find = (text: string) =>
    blocks.find(({ name, code }) => name.startsWith("README") && code.includes(text))?.code ?? "";
  const open = async (code: string, options: TerminalOptions = {}) => {
    const { directory } = await hub();
    const bin = temporaryDirectory("bin");
    writeFileSync(join(bin, "yourcall"), `#!/bin/sh\nexec ${process.execPath} ${yourcall} "$@"\n`, { mode: 0o755 });
    const script = join(bin, "script");
    writeFileSync(script, code);
    const env = { YOURCALL_HOME: directory, PATH: `${bin}:${process.env.PATH}` };
    return openTerminal([], { shell: `bash '${script}'; echo "code $?"`, ...options, env });
  };

  test.each([80, 120])("the script deploys after a yes and a region, at %i columns", async (columns) => {
    const terminal = await open(find("yourcall confirm"), { columns });
    await terminal.see("Put build 318 into production?");
    await terminal.ready();
    terminal.press("y", "enter");
    await terminal.see("Which region?");
    await terminal.ready();
    terminal.press("2");
    await terminal.see("deploying to Oregon");
    await terminal.see("code 0");
  });

  test("the script knows where to deploy to if the person has no preference", async () => {
    const terminal = await open(find("yourcall confirm"));
    await terminal.ready();
    terminal.press("y", "enter");
    await terminal.see("Which region?");
    await terminal.ready();
    terminal.press("s");
    await terminal.see("Skip it?");
    terminal.press("enter");
    await terminal.see(/^deploying to Frankfurt$/m);
    await terminal.see("code 0");
  });

  test("the script does nothing after a no", async () => {
    const terminal = await open(find("yourcall confirm"));
    await terminal.ready();
    terminal.press("n", "o", "enter");
    await terminal.see("code 0");
    expect(terminal.everything()).not.toContain("deploying");
  });

  test("ask now, answer elsewhere", async () => {
    const terminal = await open(find("--no-wait --format id"));
    await terminal.see("code 0");
    expect(terminal.everything()).toMatch(/✔ Port: 9090\n9090\ncode 0/);
  });

  test("the question as JSON", async () => {
    const terminal = await open(find("<<'JSON'"));
    await terminal.ready();
    terminal.press("2");
    expect(await terminal.see("code 0")).toContain("✔ Sessions: PostgreSQL");
  });
});
