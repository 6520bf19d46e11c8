import { describe, expect, test } from "vitest";
import { authMethod, database } from "../support/asks.ts";
import { type SteppedHub, startSteppedHub } from "../support/clocks.ts";
import { ask, openAsk, outcomeOf } from "../support/prompt.ts";

/** Every step but the last is visible; the last ends the ask. */
const stepMs = 35_000;

/** Resolves once somebody's edit has extended the ask's deadline in the hub. */
async function isExtended(hub: SteppedHub): Promise<void> {
  const human = hub.client("human");
  const hasDraft = async () => (await human.list()).asks.some(({ draft }) => draft !== undefined);
  await expect.poll(hasDraft).toBe(true);
}

describe("a question with a time limit", () => {
  test("counts down in the hint, in the warning colour at the end", async () => {
    const hours = await ask([database], { args: ["--timeout", "1.5h"] });
    expect(hours.screen()).toMatch(/\? keys • expires in 1:(30:00|29:\d\d)$/);
    expect(hours.styleOf("expires in").color).toBe("default");
    const seconds = await ask([database], { args: ["--timeout", "20s"] });
    expect(seconds.screen()).toMatch(/expires in 0:(20|1\d)$/);
    expect(seconds.styleOf("expires in").color).toBe("3");
  });

  test("expires: exit code 4, nothing answered, and the ending says so", async () => {
    const terminal = openAsk([database, authMethod], { args: ["--timeout", "300ms"] });
    const outcome = await outcomeOf(terminal);
    expect(outcome).toEqual({
      code: 4,
      id: expect.stringMatching(/^ask_/),
      status: "expired",
      at: expect.stringMatching(/^\d{4}-/),
    });
    expect(terminal.everything().replace(/\d\d:\d\d/, "14:32")).toMatchInlineSnapshot(`
      "╭─ Database ─╮  expired 14:32
      │  Which database should we use for this project?
      │  Which authentication method should we use?
      ╰──────────────────────────────────────────────────────────────────────────────
      ! Expired after 0.3 seconds. Nothing was answered for you."
    `);
    expect(terminal.styleOf("Which database").dim).toBe(true);
    expect(terminal.styleOf("! Expired")).toEqual({ color: "3", bold: false, dim: false });
  });

  test("any key extends it to a minute, which the hint says; typed text stays readable", async () => {
    const hub = await startSteppedHub(stepMs);
    const terminal = await ask([database], { args: ["--timeout", "20s"], env: hub.env });
    terminal.press("o");
    terminal.type("DuckDB");
    await terminal.see("Other: DuckDB");
    await terminal.see("• paused");
    await isExtended(hub);
    await hub.step(terminal);
    // Without the extension it would have expired.
    expect(await terminal.see(/expires in 0:[12]\d/)).toContain("Other: DuckDB");
    await hub.step(terminal);
    expect((await outcomeOf(terminal)).code).toBe(4);
    expect(terminal.everything().replace(/\d\d:\d\d/, "14:32")).toMatchInlineSnapshot(`
      "╭─ Database ─╮  expired 14:32
      │  Which database should we use for this project?
      ╰──────────────────────────────────────────────────────────────────────────────
      ! Expired after 20 seconds. Nothing was answered for you.
        Not sent: Other "DuckDB""
    `);
    expect(terminal.styleOf("Not sent").color).toBe("3");
  });

  test("terminal reports and a resize do not extend it", async () => {
    const hub = await startSteppedHub(stepMs);
    const terminal = await ask([database], { args: ["--timeout", "20s"], env: hub.env });
    terminal.press("focus-in", "\x1b[O", "\x1b]11;rgb:0000/0000/0000\x07");
    terminal.resize(70, 20);
    await terminal.see(/╰─{68}\n/);
    await hub.step(terminal);
    expect((await outcomeOf(terminal)).code).toBe(4);
    expect(terminal.raw()).not.toContain("paused");
  });
});
