#!/usr/bin/env node
// @ts-check
// Plain and small on purpose: it must still parse on an old Node to say which one is needed, and it stands before every
// cold start. Each command is one bundled file, loaded only when it is called.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

/** @type {Record<string, () => Promise<{ run(args: string[]): Promise<number> }>>} */
const commands = {
  // @ts-expect-error built by scripts/build.mjs
  ask: () => import("../dist/ask.mjs"),
  // @ts-expect-error built by scripts/build.mjs
  sheet: () => import("../dist/sheet.mjs"),
  // @ts-expect-error built by scripts/build.mjs
  help: () => import("../dist/help.mjs"),
};

const [name = "help", ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
try {
  const command = await (load ?? commands.help)?.();
  process.exitCode = await command?.run(load === undefined ? [name, ...args] : args);
} catch (error) {
  const missing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  const what = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    missing ? `yourcall is not built. Run \`npm run build\` first. (${what})\n` : `yourcall: ${what}\n`,
  );
  if (process.env.YOURCALL_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
}
