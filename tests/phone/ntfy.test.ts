import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toApprovalAsk } from "@yourcall/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { database, features } from "../support/asks.ts";
import { keepStepping, step, steppingClock } from "../support/clocks.ts";
import { outcomeOf } from "../support/find-ask.ts";
import { afterTests, type TestHub } from "../support/hub.ts";
import { type Adding, addPhone, startNtfy, startPhoneHub as startTestHub, testWithNtfy } from "../support/ntfy.ts";
import { startNtfyStandIn } from "../support/ntfy-stand-in.ts";

async function startAll(
  adding: Adding = {},
  standIn: Parameters<typeof startNtfyStandIn>[0] = {},
  clock: Record<string, string> = {},
  until: typeof untilAll = onTestFinished,
) {
  const ntfy = await startNtfyStandIn(standIn);
  until(() => ntfy[Symbol.asyncDispose]());
  const hub = await startTestHub(clock, until);
  return { ntfy, hub, ...(await addPhone(hub, ntfy.url, adding)) };
}

type All = ReturnType<typeof startAll>;
const untilAll = afterTests();
// For tests that do not disturb each other.
let plain: All | undefined;
let stepping: All | undefined;
const sharePlain = () => (plain ??= startAll({ approvals: true }, {}, {}, untilAll));
const shareStepping = () => (stepping ??= startAll({}, {}, steppingClock(1000), untilAll));

const labelsOf = ({ actions = [] }: { actions?: { label: string }[] }) => actions.map(({ label }) => label);
const receiptsOf = async (hub: TestHub, id: string) =>
  (await hub.client("human").get(id)).receipts?.map(({ what }) => what);

describe("a phone with ntfy", () => {
  test("gets a question with its options as buttons, and a press answers with the exact label", async () => {
    const { hub, phone, url } = await sharePlain();
    const { id } = await hub.ask([database], { agent: { name: "claude" } });
    const message = await phone.find(database.question);
    expect(labelsOf(message)).toEqual(["PostgreSQL", "MongoDB", "SQLite"]);
    await phone.press(message, "PostgreSQL");
    expect(await outcomeOf(hub, id)).toMatchObject({
      answers: [{ selectedOptions: [database.options[0]?.label] }],
      by: { surface: "ntfy", act: "click", token: { scope: "device", name: "Pixel" } },
    });
    // The same notification, now without buttons and without a sound.
    expect(await phone.find("Answered here")).toMatchObject({ sequence_id: message.sequence_id, priority: 1 });
    await vi.waitFor(async () => expect(await receiptsOf(hub, id)).toEqual(["sent", "answered", "withdrawn"]), 20_000);
    const topic = url.slice(url.lastIndexOf("/") + 1);
    const shown = `${hub.log()}${readFileSync(join(hub.directory, "notify.json"), "utf8")}${(await hub.run(["notify"])).stdout}`;
    // 128 random bits.
    expect(topic).toMatch(/^yourcall-[\w-]{22}$/);
    expect(shown).not.toContain(topic);
    expect(JSON.stringify(await hub.client("human").listDevices())).not.toContain(topic);
  });

  test("has no button for some of the options: what does not fit is opened, or answered at the computer", async () => {
    const { hub, phone } = await sharePlain();
    const four = { ...database, question: "Which of four?", options: [...database.options, { label: "Oracle" }] };
    await hub.ask([four]);
    await hub.ask([features]);
    await hub.ask([{ ...database, question: "First of two?" }, features]);
    for (const text of ["Which of four?", features.question, "First of two?"]) {
      const message = await phone.find(text);
      expect([text, labelsOf(message)]).toEqual([text, []]);
      expect(message.message).toContain("Answer it at your computer.");
    }
  });

  test("allows an approval only if that was switched on and all of it is on one line; otherwise it denies", async () => {
    const { hub, phone } = await sharePlain();
    const approve = (command: string) =>
      hub.client("agent").create(toApprovalAsk({ tool: "Bash", input: { command } }));
    const short = await approve("npm test");
    const message = await phone.find("npm test");
    expect(labelsOf(message)).toEqual(["Deny", "Allow once"]);
    await approve(`echo ${"x".repeat(90)}`);
    expect(labelsOf(await phone.find("Open it to read"))).toEqual(["Deny"]);
    await phone.press(message, "Allow once");
    expect(await outcomeOf(hub, short.id)).toMatchObject({ answers: [{ selectedOptions: ["allow-once"] }] });
  });

  test("gets no more than it may read", async () => {
    const { hub, phone } = await startAll({ level: "waiting" });
    await hub.ask([database]);
    const message = await phone.find("An agent waits");
    expect(labelsOf(message)).toEqual([]);
    expect(JSON.stringify(await phone.messages())).not.toContain("database");
  });

  test("is told who was first, and a late, guessed or foreign press does not count", async () => {
    const { hub, phone, ntfy } = await startAll({}, {}, steppingClock(31_000));
    const other = await addPhone(hub, ntfy.url);
    const { id } = await hub.ask([database]);
    const mine = await phone.find(database.question);
    // Nothing was shown on the first phone within 30 s, so the second one is told.
    step(hub.pid);
    const theirs = await other.phone.find(database.question);
    const reply = mine.actions?.[0]?.url ?? "";
    for (const body of ["AAAAAAAAAAAAAAAAAAAAAA", "", "x".repeat(3000), theirs.actions?.[0]?.body ?? ""])
      await fetch(reply, { method: "POST", body });
    const answers = [{ question: database.question, header: database.header, selectedOptions: ["SQLite"] }];
    await phone.press(mine, "SQLite");
    expect(await outcomeOf(hub, id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    const two = await hub.ask([{ ...database, question: "And now?" }]);
    const late = await phone.find("And now?");
    await hub.client("human").answer(two.id, {
      answers: [{ ...answers[0], question: "And now?" }],
      surface: "web",
      act: "click",
      user: "ana",
    });
    await phone.find("Answered in web by ana");
    await phone.press(late, "MongoDB");
    await vi.waitFor(async () => {
      const told = (await phone.messages()).filter(({ message }) => message.includes("Answered in web by ana"));
      expect(told.map(({ priority }) => priority)).toEqual([1, 3]);
    }, 20_000);
    expect(await outcomeOf(hub, two.id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("that refuses is marked as failing with the reason, and works again later", async () => {
    const { hub, phone, ntfy } = await shareStepping();
    ntfy.refusals.push({ what: "publish", status: 429 });
    const { id } = await hub.ask([database]);
    await vi.waitFor(async () => {
      const [device] = await hub.client("human").listDevices();
      expect(device?.reason).toBe("the ntfy server's limit is reached");
    }, 20_000);
    expect((await hub.client("human").get(id)).receipts).toMatchObject([{ what: "failed" }]);
    expect((await hub.run(["notify"])).stdout).toMatch(/Pixel \(ntfy\): fails, the ntfy server's limit/);
    // Tried again by itself.
    keepStepping(hub.pid);
    await phone.find(database.question);
    await vi.waitFor(async () => expect((await hub.client("human").listDevices())[0]?.reason).toBeUndefined(), 20_000);
  });

  test("sees one notification if the server took a message and its reply was lost", async () => {
    const { hub, phone, ntfy } = await shareStepping();
    ntfy.refusals.push({ what: "publish", status: 0 });
    const question = "And its reply?";
    const { id } = await hub.ask([{ ...database, question }]);
    keepStepping(hub.pid);
    await vi.waitFor(async () => expect(await receiptsOf(hub, id)).toContain("sent"), 20_000);
    const sent = (await phone.messages()).filter(({ title }) => title === question);
    // The app replaces a message by one with the same id.
    expect(new Set(sent.map(({ sequence_id }) => sequence_id))).toEqual(new Set([id]));
  });

  test("with topics of one's own needs an access list, and a token in its buttons that can only press", async () => {
    const rights = {
      hub: { asks: ["read", "write"], replies: ["read", "write"] },
      phone: { asks: ["read"], replies: ["write"] },
    } satisfies Record<string, Record<string, ("read" | "write")[]>>;
    const ntfy = await startNtfyStandIn({ access: { ...rights, "": { open: ["read"] } } });
    onTestFinished(() => ntfy[Symbol.asyncDispose]());
    const hub = await startTestHub();
    const refuse = async (topic: string, env: Record<string, string>) => {
      const args = ["notify", "add", "ntfy", "--server", ntfy.url, "--topic", topic, "--reply-topic", "replies"];
      const { code, stderr } = await hub.run(args, { env: { CLAUDECODE: undefined, ...env }, stdin: "\n" });
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refuse("open", { YOURCALL_NTFY_TOKEN: "hub" })).toContain("anybody can read");
    const both = { YOURCALL_NTFY_TOKEN: "hub", YOURCALL_NTFY_PHONE_TOKEN: "hub" };
    expect(await refuse("asks", both)).toContain("must be write-only");
    expect(await refuse("asks", { YOURCALL_NTFY_TOKEN: "phone" })).toContain("may not read the replies");
    expect(await hub.client("human").listDevices()).toEqual([]);
  });
});

describe("a real ntfy server", () => {
  testWithNtfy("brings a question and its answer, also across its own crash and the hub's", async () => {
    const ntfy = await startNtfy();
    const hub = await startTestHub();
    const { phone } = await addPhone(hub, ntfy.url);
    const one = await hub.ask([database]);
    const first = await phone.find(database.question);
    expect(labelsOf(first)).toEqual(["PostgreSQL", "MongoDB", "SQLite"]);
    await ntfy.kill();
    await ntfy.start();
    await phone.press(first, "MongoDB");
    expect(await outcomeOf(hub, one.id)).toMatchObject({ answers: [{ selectedOptions: ["MongoDB"] }] });
    expect(await phone.find("Answered here")).toMatchObject({ sequence_id: one.id });
    const two = await hub.ask([{ ...database, question: "And now?" }]);
    const second = await phone.find("And now?");
    await vi.waitFor(async () => expect(await receiptsOf(hub, two.id)).toEqual(["sent"]), 20_000);
    await hub.stop("SIGKILL");
    await phone.press(second, "SQLite");
    const again = await hub.restart();
    expect(await outcomeOf(again, two.id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    await vi.waitFor(async () => {
      const all = (await phone.messages()).filter(({ title }) => title === "And now?");
      expect(all.map(({ actions = [] }) => actions.length)).toEqual([3, 0]);
    }, 20_000);
  });

  testWithNtfy("keeps strangers out with its access lists", async () => {
    const ntfy = await startNtfy({ isPrivate: true });
    for (const user of ["hub", "ana"]) ntfy.command(["user", "add", user], { NTFY_PASSWORD: "a password" });
    for (const rule of ["hub asks rw", "hub replies rw", "ana asks ro", "ana replies wo"])
      ntfy.command(["access", ...rule.split(" ")]);
    const tokenOf = (user: string) => /tk_\w+/.exec(ntfy.command(["token", "add", user]))?.[0] ?? "";
    const [hubToken, phoneToken] = [tokenOf("hub"), tokenOf("ana")];
    const hub = await startTestHub();
    const { phone, url } = await addPhone(hub, ntfy.url, {
      args: ["--topic", "asks", "--reply-topic", "replies"],
      env: { YOURCALL_NTFY_TOKEN: hubToken, YOURCALL_NTFY_PHONE_TOKEN: phoneToken },
      phoneReads: phoneToken,
    });
    const { id } = await hub.ask([database]);
    const message = await phone.find(database.question);
    expect((await fetch(`${url}/json?poll=1`)).status).toBe(403);
    const { url: reply = "", body } = message.actions?.[0] ?? {};
    expect((await fetch(reply, { method: "POST", body })).status).toBe(403);
    await phone.press(message, "SQLite");
    expect(await outcomeOf(hub, id)).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
    const shown = `${hub.log()}${JSON.stringify(await hub.client("human").listDevices())}`;
    expect(shown).not.toContain(hubToken);
  });
});
