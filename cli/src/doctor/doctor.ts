import { exitCodes } from "../exit-codes.ts";
import { doctorHelp } from "../help-texts.ts";
import { stateDirectory } from "../hub/state-directory.ts";
import { toOutput } from "../inbox/table-text.ts";
import { print } from "../print.ts";
import { runCommand } from "../run-command.ts";
import { checkClaude } from "./check-claude.ts";
import { checkConfig } from "./check-config.ts";
import { checkDatabase } from "./check-database.ts";
import { checkHub, lookAtLocalHub } from "./check-hub.ts";
import { checkDirectory, checkLog, checkNotify, checkTokens } from "./check-state.ts";
import { checkEditor, checkTerminal } from "./check-terminal.ts";
import { type Finding, ok, toFindingLine } from "./finding.ts";

/** `yourcall doctor`: finds problems with the setup and says how to fix them. It changes nothing. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options: { json: { type: "boolean" } }, help: doctorHelp }, async ({ values }) => {
    const findings = await examine();
    await print(values.json === true ? `${JSON.stringify(findings)}\n` : toOutput(findings.map(toFindingLine)));
    return findings.some(({ status }) => status === "fail") ? exitCodes.failure : 0;
  });
}

async function examine(): Promise<Finding[]> {
  const directory = stateDirectory();
  const local = await lookAtLocalHub(directory);
  const { isTTY, columns, rows } = process.stderr;
  return [
    // An older Node does not get as far as this.
    ok("node", `Node ${process.versions.node}, yourcall ${VERSION}`),
    checkDirectory(directory),
    checkTokens(directory, local.state.is !== "gone"),
    ...checkConfig(directory),
    ...checkDatabase(directory),
    ...(await checkHub(directory, local, VERSION)),
    checkLog(directory),
    ...checkNotify(directory),
    ...checkTerminal({ isTTY: isTTY === true, columns, rows }, process.env),
    checkEditor(process.env),
    ...checkClaude(process.env, process.cwd()),
  ];
}

/** Filled in by the build. */
declare const VERSION: string;
