import { YourcallError } from "@yourcall/core";
import { exitCodes } from "../exit-codes.ts";
import { type HubState, lookAtUrl } from "./hub-process.ts";

/**
 * `yourcall status` where `YOURCALL_URL` points at another hub: what that one tells anybody, and how much waits, where the token
 * lets us see it.
 */
export async function sayStatusElsewhere(
  url: string,
  json: boolean,
  countPending: () => Promise<number>,
): Promise<number> {
  const state = await lookAtUrl(url);
  const { pending, problem } = state.is === "well" ? await count(countPending) : { problem: toProblem(state) };
  const { version } = state as { version?: string };
  const waiting = pending === undefined ? "" : `${pending} waiting. `;
  const words = `${waiting}YOURCALL_URL points at ${url}${version === undefined ? "" : `, hub ${version}`}.`;
  process.stdout.write(
    json
      ? `${JSON.stringify({ running: state.is !== "gone", pending, problem, version, url })}\n`
      : `${problem === undefined ? words : `${words} ${problem}`}\n`,
  );
  return problem === undefined ? exitCodes.answered : exitCodes.failure;
}

async function count(countPending: () => Promise<number>): Promise<{ pending?: number; problem?: string }> {
  try {
    return { pending: await countPending() };
  } catch (error) {
    const forbidden = YourcallError.isInstance(error) && error.code === "forbidden";
    return {
      problem: forbidden
        ? "The token in YOURCALL_TOKEN is an agent's, and only a person sees all that waits."
        : (error as Error).message,
    };
  }
}

function toProblem(state: Exclude<HubState, { is: "well" }>): string {
  if (state.is === "unwell") return state.why;
  return state.is === "gone" ? "Nobody answers there." : "It does not answer: it may be paused or stuck.";
}
