import type { Command } from "../command.ts";
import { acp } from "./acp.ts";
import { agent } from "./agent.ts";
import { answer } from "./answer.ts";
import { ask } from "./ask.ts";
import { backup } from "./backup.ts";
import { cancel } from "./cancel.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { confirm } from "./confirm.ts";
import { demo } from "./demo.ts";
import { desk } from "./desk.ts";
import { doctor } from "./doctor.ts";
import { goto } from "./goto.ts";
import { grants } from "./grants.ts";
import { hook } from "./hook.ts";
import { inbox } from "./inbox.ts";
import { list } from "./list.ts";
import { log } from "./log.ts";
import { mcp } from "./mcp.ts";
import { move } from "./move.ts";
import { notify } from "./notify.ts";
import { open } from "./open.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";
import { setup } from "./setup.ts";
import { share } from "./share.ts";
import { sheet } from "./sheet.ts";
import { show } from "./show.ts";
import { status } from "./status.ts";
import { stop } from "./stop.ts";
import { wait } from "./wait.ts";

/** Every command, in the order and the groups of the overview. */
export const groups: readonly (readonly Command[])[] = [
  [ask, confirm, wait, cancel, goto],
  [inbox, open, list, show, answer, grants, log],
  [agent, acp, desk, demo],
  [serve, status, stop, backup, restore, move, notify, share, config, doctor],
  [setup, hook, mcp],
  [sheet, completion],
];

export const commands = groups.flat();
