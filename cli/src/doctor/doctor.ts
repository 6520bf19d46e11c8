import { findUnsafePath, stateDirectoryPath } from "@yourcall/client/internal/node";
import { toShowableJson } from "@yourcall/core/internal";
import { doctor } from "../commands/doctor.ts";
import { probeLocalHub } from "../hub/hub-process.ts";
import { configFile } from "../hub/read-config.ts";
import { outputWidth, toOutput } from "../inbox/table-text.ts";
import { print } from "../print.ts";
import { exitCodes, runCommand } from "../run-command.ts";
import { herePlaces } from "../setup/setup-mcp.ts";
import { checkClaude } from "./check-claude.ts";
import { checkConfig } from "./check-config.ts";
import { checkDatabase } from "./check-database.ts";
import { checkHosts } from "./check-hosts.ts";
import { checkHub } from "./check-hub.ts";
import { checkShare } from "./check-share.ts";
import { checkDevices, checkDirectory, checkLog, checkNotify, checkTokens } from "./check-state.ts";
import { checkEditor, checkTerminal } from "./check-terminal.ts";
import { type Finding, fail, ok, toFindingLines } from "./finding.ts";

/** `yourcall doctor`: finds problems with the setup and says how to fix them. It repairs nothing. */
export function run(args: string[]): Promise<number> {
  return runCommand(doctor, args, async ({ values }) => {
    // Problems first.
    const rank = { fail: 0, warn: 1, ok: 2 };
    const findings = (await examine()).sort((one, other) => rank[one.status] - rank[other.status]);
    const screen = { width: outputWidth(), home: process.env.HOME };
    const lines = findings.flatMap((finding) => toFindingLines(finding, screen));
    await print(values.json === true ? `${toShowableJson(findings)}\n` : toOutput(lines));
    return findings.some(({ status }) => status === "fail") ? exitCodes.failure : 0;
  });
}

async function examine(): Promise<Finding[]> {
  const { isTTY, columns, rows } = process.stderr;
  return [
    // Always ok: an older Node is refused before this runs.
    ok("node", `Node ${process.versions.node}, yourcall ${VERSION}`),
    ...(await examineState(stateDirectoryPath())),
    ...checkTerminal({ isTTY: isTTY === true, columns, rows }, process.env),
    checkEditor(process.env),
    ...checkClaude(process.env, process.cwd()),
  ];
}

async function examineState(directory: string): Promise<Finding[]> {
  const unsafe = findUnsafePath(directory);
  // Every other check would trust files that somebody else may have written.
  if (unsafe !== undefined) return [fail("directory", unsafe.what, unsafe.todo)];
  const local = await probeLocalHub(directory);
  return [
    checkDirectory(directory),
    checkTokens(directory, local.state.is !== "gone"),
    ...checkConfig(configFile()),
    ...checkDatabase(directory),
    ...(await checkHub(directory, local, VERSION)),
    checkLog(directory),
    ...checkNotify(directory),
    ...(local.state.is === "well" ? await checkDevices() : []),
    ...(await checkShare(local.state.is === "well" ? local.file : null)),
    ...(await checkHosts(herePlaces(), directory)),
  ];
}
