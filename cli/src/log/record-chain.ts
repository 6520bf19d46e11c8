import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { WireChainEntry, WireChecked } from "@yourcall/core/internal/wire";
import { createChainCheck } from "@yourcall/hub/internal";
import { withHub } from "../hub/connect.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, UsageError } from "../run-command.ts";

/** `yourcall log --verify`: checks the chain of the hub's records, or of a file made by `--export`. */
export async function checkLog([file, ...more]: string[]): Promise<number> {
  if (more.length > 0) throw new UsageError("--verify takes one file.");
  const checked =
    file === undefined ? await withHub("human", { start: true }, (client) => client.checkLog()) : await checkFile(file);
  const { records, forgotten, head, fault } = checked;
  if (fault !== undefined) {
    const where = fault.ask === "" ? "" : `, at ${fault.ask}`;
    warn(`The chain breaks after ${records + forgotten} of its entries${where}: ${fault.why}`);
    return exitCodes.failure;
  }
  const gone = forgotten === 0 ? "" : `, and ${forgotten} that were deleted because of \`keep\``;
  info(`The chain is whole: ${records} ${records === 1 ? "record" : "records"}${gone}. Its head is`);
  await print(`${head}\n`);
  return 0;
}

/** `yourcall log --export`: the chain as JSON lines, with its head at the end. */
export async function exportLog(given: string[]): Promise<number> {
  if (given.length > 0) throw new UsageError("--export writes to standard output: yourcall log --export > FILE.");
  return withHub("human", { start: true }, async (client) => {
    let head = "";
    let count = 0;
    for await (const entry of client.chain()) {
      await print(`${JSON.stringify(entry)}\n`);
      head = entry.hash;
      count += 1;
    }
    await print(`${JSON.stringify({ head, entries: count })}\n`);
    return 0;
  });
}

async function checkFile(file: string): Promise<WireChecked> {
  const check = createChainCheck();
  let end: { head?: unknown; entries?: unknown } | undefined;
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    const value = parseLine(line, file, number);
    if ("head" in value) end = value;
    else if (end !== undefined || !check.add(value as unknown as WireChainEntry)) break;
  }
  const checked = check.result();
  if (checked.fault === undefined && end?.head !== (checked.records + checked.forgotten === 0 ? "" : checked.head))
    check.fail("", "The last line, with the chain's head, is missing or does not fit: the file was cut or extended.");
  return check.result();
}

function parseLine(line: string, file: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new UsageError(`Line ${number} of ${file} is not from \`yourcall log --export\`.`);
}
