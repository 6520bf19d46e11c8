import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { type HubClient, type HubUnreachableError, isRetryable } from "@yourcall/client";
import { createKey } from "@yourcall/client/internal";
import { type Ask, type CreatedAsk, type HubAsker, machineClock, messageOf, type Outcome } from "@yourcall/core";
import { followAsk, humanExtensionMs, toDurationWords } from "@yourcall/core/internal";
import { connect, withHub } from "../hub/connect.ts";
import { isQuiet, print, warn } from "../print.ts";
import { exitCodes } from "../run-command.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";
import { describeStaying, describeWithdrawal } from "./ask-here.ts";
import { warnOfNoAnswer } from "./exit-code.ts";
import { formatOutcome } from "./format-outcome.ts";
import { type AskArguments, toAskRequest } from "./read-ask.ts";

// Fail if no hub is found in this time. If it disappears later, keep waiting.
const findHubMs = 30_000;
// Lower limits, however short the ask's own time is: starting a hub, or its reply, takes a moment.
const startMs = 5000;
const replyMs = 2000;
// Only the hub decides whether an ask has expired. It has this long after the deadline to say so, or to come back.
const overdueMs = 5000;

/** Time is up and no hub has responded. */
class TimeOver extends Error {}

/** Asks without a terminal: the hub gets the question, and a person on another screen answers it. */
export async function askElsewhere(ask: Ask, given: AskArguments, failure: number): Promise<Outcome | number> {
  const request = { ...toAskRequest(ask, given), key: given.key ?? createKey(randomUUID()) };
  const hub = createPatientHub(given.timeoutMs);
  const leaving = new AbortController();
  const interrupted = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupted.resolve);
  const created = Promise.withResolvers<CreatedAsk>();
  let lost: string | undefined;

  async function wait(): Promise<Outcome | number> {
    const outcome = await followAsk(hub, request, {
      clock: machineClock,
      signal: leaving.signal,
      withdrawWithinMs: leaveMs,
      onCreated(ask) {
        created.resolve(ask);
        if (given.to !== undefined) void warnOfStrangers(given.to);
        // An ask found again may already have been answered.
        if (ask.outcome === undefined) printWhere(`waiting for an answer: ${ask.url} or \`yourcall answer ${ask.id}\``);
      },
      onLost(message) {
        lost = message;
      },
    });
    if (leaving.signal.aborted) {
      warn(`Interrupted. ${describeWithdrawal(outcome, lost)}`);
      return exitCodes.interrupted;
    }
    await print(formatOutcome(given.format, (await created.promise).id, ask, outcome));
    warnOfNoAnswer(given.format, outcome);
    return outcome;
  }

  async function createOnly(): Promise<number> {
    const { id, status, url } = await hub.create(request);
    if (given.to !== undefined) await warnOfStrangers(given.to);
    await print(given.onlyId ? `${id}\n` : `${JSON.stringify({ id, status, url })}\n`);
    return exitCodes.answered;
  }

  const asking = given.noWait ? createOnly() : wait();
  try {
    const first = await Promise.race([asking, interrupted.promise]);
    if (typeof first !== "string") return first;
    if (first === "SIGHUP") warn(describeStaying((await withTimeout(leaveMs, created.promise))?.id));
    else {
      leaving.abort(`interrupted by ${first}`);
      if (!given.noWait) await asking;
    }
  } catch (error) {
    if (leaving.signal.aborted) {
      warn(`Interrupted. ${messageOf(error)}`);
      process.exit(exitCodes.interrupted);
    }
    if (!(error instanceof TimeOver)) throw error;
    warn(error.message);
    // A pending search for a hub would keep the process alive.
    process.exit(failure);
  } finally {
    hub.close();
  }
  // A silent hub would keep the process alive.
  process.exit(exitCodes.interrupted);
}

/** Warns if nobody has this name: then nobody would be shown the question. Only a person's token can tell. */
async function warnOfStrangers(names: readonly string[]): Promise<void> {
  const reading = withHub("human", { start: false }, (client) => client.listTokens()).catch(() => undefined);
  const tokens = await withTimeout(leaveMs, reading);
  const known = tokens?.filter(({ scope }) => scope === "human" || scope === "link").map(({ name }) => name);
  for (const name of names)
    if (known?.includes(name) === false)
      warn(
        `Warning: nobody has a token named "${name}", so nobody is asked by that name. The page's settings list the names.`,
      );
}

/** Says it on the terminal as well, if standard error goes elsewhere while a person may be looking at the terminal. */
function printWhere(words: string): void {
  if (isQuiet()) return;
  warn(words);
  if (process.stderr.isTTY || !process.stdin.isTTY) return;
  try {
    writeFileSync("/dev/tty", `yourcall: ${words}\n`);
  } catch {
    // This process has no controlling terminal.
  }
}

/** Finds or starts a hub within the ask's time. Throws a `TimeOver` when that is up. */
function createPatientHub(timeoutMs: number | undefined) {
  const limitMs = timeoutMs === undefined ? undefined : Math.min(timeoutMs, findHubMs);
  const startedAt = Date.now();
  let mayExist = false;
  let expiresAt: string | undefined;
  const note = (error: Error) => {
    mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived !== false;
    return true;
  };
  const connecting = connect("agent", { start: true, revive: note, warn });
  connecting.catch(() => {});

  return {
    async create(request, options = {}) {
      const client = await (limitMs === undefined ? connecting : orTimeOver(Math.max(limitMs, startMs), connecting));
      const withinMs = limitMs === undefined ? findHubMs : Math.max(startedAt + limitMs - Date.now(), replyMs);
      try {
        const created = await client.create(request, { ...options, withinMs });
        ({ expiresAt } = created);
        return created;
      } catch (error) {
        if (!isRetryable(error)) throw error;
        note(error);
        const until = timeoutMs === undefined ? "" : " until its time is over";
        if (mayExist)
          throw new TimeOver(
            `${error.message} Nothing was answered. If the ask reached the hub, \`yourcall list\` shows it${until}.`,
          );
        if (limitMs === undefined) throw error;
        throw new TimeOver(`${toNotAccepted(limitMs)} ${error.message}`);
      }
    },
    async wait(id, { signal } = {}) {
      const leftMs = expiresAt === undefined ? undefined : Math.max(0, Date.parse(expiresAt) - Date.now());
      return waitUntilOver(await connecting, id, leftMs, signal);
    },
    cancel: async (...args) => (await connecting).cancel(...args),
    delivery: async (...args) => (await connecting).delivery(...args),
    close: () => void connecting.then((client) => client.close()).catch(() => {}),
  } satisfies Pick<HubAsker, "create" | "wait" | "cancel" | "delivery"> & { close(): void };
}

/** How the ask ended, according to the hub. Throws a `TimeOver` if time is up and there is no hub. */
async function waitUntilOver(
  client: HubClient,
  id: string,
  timeoutMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  let limitMs = timeoutMs;
  let overdue = false;
  for (;;) {
    try {
      const outcome = await client.wait(id, { signal, timeoutMs: limitMs });
      if (outcome !== null) return outcome;
      // The hub responds and the ask is pending: somebody is working on it, which has extended the deadline.
      limitMs = humanExtensionMs;
      overdue = false;
    } catch (error) {
      if (limitMs === undefined || signal?.aborted || !isRetryable(error)) throw error;
      if (overdue)
        throw new TimeOver(
          `The time is up and the hub does not respond. Nothing was answered here; \`yourcall wait ${id}\` will say how it ended.`,
        );
      limitMs = overdueMs;
      overdue = true;
    }
  }
}

function orTimeOver<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeOver(`${toNotAccepted(ms)} Run \`yourcall doctor\`.`)), ms);
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

function toNotAccepted(ms: number): string {
  return `No hub accepted the ask within ${toDurationWords(ms)}, so nobody was asked.`;
}
