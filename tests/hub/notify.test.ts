import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toApprovalAsk } from "@yourcall/core";
import { describe, expect, test, vi } from "vitest";
import { createDesktop, createPowershell } from "../../cli/src/notify/channels.ts";
import type { Channel } from "../../cli/src/notify/notice.ts";
import { authMethod, database, features } from "../support/asks.ts";
import { keepStepping, step, steppingClock } from "../support/clocks.ts";
import { type HubOptions, startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { type StandIn, standIn } from "../support/stand-in.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const claude = { name: "claude", title: "fix login", cwd: "/srv/shop", session: "s1" };
const display = { DISPLAY: ":0" };

interface NotifyOptions extends HubOptions {
  notify: unknown;
}

/** A hub with these settings. */
function startNotifying({ notify, directory = temporaryDirectory(), ...options }: NotifyOptions): Promise<TestHub> {
  writeConfig(directory, notify);
  return startHub({ directory, ...options });
}

function writeConfig(directory: string, notify: unknown): void {
  writeFileSync(join(directory, "config.json"), JSON.stringify({ notify }));
}

function untilCalls(tool: StandIn, count: number): Promise<string[][]> {
  return vi.waitFor(() => {
    const calls = tool.calls();
    if (calls.length < count) throw new Error(`${calls.length} of ${count} calls`);
    return calls;
  }, 20_000);
}

interface State {
  channels: { name: string; sent: number; failed: number; failing: boolean; error?: { message: string } }[];
  told: { id: string }[];
}

function untilState(hub: TestHub, holds: (state: State) => boolean): Promise<State> {
  return vi.waitFor(() => {
    const text = readFileSync(join(hub.directory, "notify.json"), "utf8");
    if (!holds(JSON.parse(text))) throw new Error(`Not yet: ${text}`);
    return JSON.parse(text);
  }, 20_000);
}

const answer = (hub: TestHub, id: string) =>
  hub.client("human").answer(id, {
    answers: [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }],
    surface: "web",
    act: "click",
    user: "ana",
  });

const bare = { ...database, options: database.options.slice(0, 2) };

describe("a notification", () => {
  test("has agent, question and link, on the desktop and in every kind of webhook", async () => {
    const tool = standIn("notify-send", "echo 42");
    const receiver = await startReceiver();
    const hub = await startNotifying({
      notify: {
        after: "50ms",
        webhooks: [
          { url: `${receiver.url}/calls`, form: "ntfy", headers: { Authorization: "Bearer tk_1" } },
          { url: `${receiver.url}/services/T/B`, form: "slack" },
          { url: `${receiver.url}/hook` },
        ],
      },
      env: { ...tool.env, ...display, HOME: "/srv" },
    });
    const { id, url } = await hub.ask([database], { agent: claude });
    expect(await untilCalls(tool, 1)).toEqual([
      [
        "--app-name=yourcall",
        "--print-id",
        "--",
        "claude · fix login · ~/shop asks",
        `Which database should we use for this project?\n${url}`,
      ],
    ]);
    const posts = new Map((await receiver.until(3)).map((post) => [post.path, post]));
    expect(posts.get("/")).toMatchObject({
      method: "POST",
      headers: { authorization: "Bearer tk_1", "content-type": "application/json" },
      body: { topic: "calls", title: "claude · fix login · ~/shop asks", message: database.question, click: url },
    });
    expect(posts.get("/services/T/B")?.body.text).toBe(
      `claude · fix login · ~/shop asks: ${database.question}\n${url}`,
    );
    expect(posts.get("/services/T/B")?.headers.authorization).toBeUndefined();
    expect(posts.get("/hook")?.body).toMatchObject({
      event: "ask-waiting",
      id,
      session: "s1",
      question: database.question,
      url,
    });
  });

  test("says if it is an approval, and counts several questions", async () => {
    const receiver = await startReceiver();
    const webhooks = [{ url: `${receiver.url}/x`, form: "slack" }];
    const hub = await startNotifying({ notify: { after: "50ms", webhooks } });
    const approval = { tool: "Bash", input: { command: "rm -rf build" } };
    await hub.ask(toApprovalAsk(approval).questions, { kind: "approval", approval, agent: { name: "claude" } });
    await receiver.until(1);
    await hub.ask([database, features, authMethod], { agent: { name: "codex" } });
    const [first, second] = await receiver.until(2);
    expect(first?.body.text).toMatch(/^claude asks for approval: May the agent use Bash\?\n/);
    expect(second?.body.text).toMatch(/^codex asks: Which database .*\? \(and 2 more questions\)\n/);
  });

  test("shows a model's text as text, whatever it contains", async () => {
    const tool = standIn("notify-send", "echo 42");
    const receiver = await startReceiver();
    const place = temporaryDirectory("hostile");
    const hostile = [
      "--help",
      `$(touch ${place}/a) \`touch ${place}/b\` ; touch ${place}/c | "q" 'q'`,
      "<b>bold</b> &amp; <a href='http://evil'>x</a> \\074i\\076",
      "<!channel> <@U1> @here [bank](http://evil)",
      "\x1b[31mred\x1b]52;c;QUJD\x07 \u202eevil\r\nX-Injected: 1",
    ].join("\n");
    const webhooks = ["ntfy", "slack", "json"].map((form) => ({ url: `${receiver.url}/${form}`, form }));
    const hub = await startNotifying({ notify: { after: "50ms", webhooks }, env: { ...tool.env, ...display } });
    const { url } = await hub.ask([{ ...bare, question: hostile }], { agent: { name: "--replace-id=1 <i>\nx" } });
    const clean = [
      "--help",
      `$(touch ${place}/a) \`touch ${place}/b\` ; touch ${place}/c | "q" 'q'`,
      "<b>bold</b> &amp; <a href='http://evil'>x</a> \\074i\\076",
      "<!channel> <@U1> @here [bank](http://evil)",
      "red evil X-Injected: 1",
    ].join(" ");
    const [call = []] = await untilCalls(tool, 1);
    const [, , separator, summary, body, ...more] = call;
    expect({ separator, summary, more }).toEqual({
      separator: "--",
      summary: "--replace-id=1 ‹i› x asks",
      more: [],
    });
    const escaped = clean.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(body).toBe(`${escaped.replaceAll("\\", "\\\\")}\n${url}`);
    expect(tool.stdin()).toBe("");

    const bodies = (await receiver.until(3)).map((post) => post.body);
    expect(bodies.find(({ topic }) => topic === "ntfy").message).toBe(clean);
    expect(bodies.find(({ event }) => event === "ask-waiting").question).toBe(clean);
    const slack: string = bodies.find(({ text }) => text !== undefined).text;
    expect(slack).not.toMatch(/[<>]|@\w|\]\(/);
    expect(slack.replaceAll("\u200b", "")).toContain("&lt;!channel&gt; &lt;@U1&gt; @here [bank](http://evil)");
    for (const { headers } of receiver.received) expect(headers["x-injected"]).toBeUndefined();

    await hub.ask([{ ...bare, question: "--help" }], { agent: { name: "--version" } });
    const [, second] = await untilCalls(tool, 2);
    expect(second?.slice(2)).toMatchObject(["--", "--version asks", expect.stringMatching(/^--help\n/)]);
    expect(readdirSync(place)).toEqual([]);
  });

  test("cuts a very long question", async () => {
    const receiver = await startReceiver();
    const hub = await startNotifying({ notify: { after: "50ms", webhooks: [{ url: receiver.url }] } });
    await hub.ask([{ ...bare, question: "long ".repeat(2000) }], { agent: { name: "x".repeat(200) } });
    const [post] = await receiver.until(1);
    expect(post?.body.question).toMatch(/^long .*…$/);
    expect(JSON.stringify(post?.body).length).toBeLessThan(800);
  });
});

describe("desktop notifications on other systems", () => {
  const notice = {
    id: "ask_01234567890123456789",
    kind: "question" as const,
    agent: "claude",
    title: 'claude " & (do shell script "x") asks',
    text: "--help $(touch x) '; Remove-Item x",
    url: "http://127.0.0.1:2255/a/ask_1",
    createdAt: "2030-01-01T00:00:00.000Z",
  };
  const signal = new AbortController().signal;

  function desktopOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Channel {
    const channel = createDesktop(true, { platform, env });
    if (channel === null) throw new Error("No desktop");
    return channel;
  }

  test("macOS: osascript runs a constant script with the texts as arguments", async () => {
    const tool = standIn("osascript");
    await desktopOf("darwin", tool.env).send(notice, signal);
    const [call = []] = tool.calls();
    const at = call.indexOf("--");
    expect(call.slice(at)).toEqual(["--", notice.title, `${notice.text}\n${notice.url}`]);
    expect(call.slice(0, at).filter((_, index) => index % 2 === 0)).toEqual(["-e", "-e", "-e"]);
    await desktopOf("darwin", tool.env).send({ ...notice, title: "Other", text: "Other" }, signal);
    expect(tool.calls()[1]?.slice(0, at)).toEqual(call.slice(0, at));
  });

  test("Windows: PowerShell runs a constant script with the texts as variables", async () => {
    const tool = standIn(
      "powershell.exe",
      'printf "%s|%s" "$YOURCALL_NOTICE_TITLE" "$YOURCALL_NOTICE_TEXT" >"$0.texts"',
    );
    const file = join(tool.directory, "powershell.exe");
    const tag = await createPowershell(file).send(notice, signal);
    expect(readFileSync(`${file}.texts`, "utf8")).toBe(`${notice.title}|${notice.text}\n${notice.url}`);
    const source = (call: string[] | undefined) => Buffer.from(call?.at(-1) ?? "", "base64").toString("utf16le");
    expect(source(tool.calls()[0])).toContain("CreateTextNode($env:YOURCALL_NOTICE_TEXT)");
    expect(source(tool.calls()[0])).not.toContain("Remove-Item");
    await createPowershell(file).end?.(notice, { status: "answered", title: "Answered", at: "" }, tag, signal);
    expect(source(tool.calls()[1])).toContain("History.Remove($env:YOURCALL_NOTICE_TAG");
  });
});

describe("when a notification is sent", () => {
  test("once per ask, and not at all if it is answered sooner", async () => {
    const tool = standIn("notify-send", "echo 42");
    const receiver = await startReceiver();
    const hub = await startNotifying({
      notify: { after: "60s", webhooks: [{ url: receiver.url }] },
      env: { ...tool.env, ...display, ...steppingClock(61_000) },
    });
    const soon = await hub.ask([database]);
    await answer(hub, soon.id);
    const late = await hub.ask([database]);
    const last = await hub.ask([features]);
    step(hub.pid);
    await receiver.until(2);
    expect(new Set(receiver.received.map(({ body }) => body.id))).toEqual(new Set([late.id, last.id]));
    const shown = (await untilCalls(tool, 2)).map((call) => call.at(-1)?.split("/").at(-1));
    expect(new Set(shown)).toEqual(new Set([late.id, last.id]));
    expect([receiver.received.length, shown.length]).toEqual([2, 2]);
  });

  test("not in quiet hours, but once at their end for asks still pending", async () => {
    const receiver = await startReceiver();
    const minute = (from: number) => new Date(from).toISOString().slice(11, 16);
    // In one or two minutes on the hub's clock.
    const end = Math.ceil((Date.now() + 60_000) / 60_000) * 60_000;
    const hub = await startNotifying({
      notify: {
        after: "1s",
        quiet: { from: minute(Date.now() - 3_600_000), to: minute(end) },
        webhooks: [{ url: receiver.url, followUp: true }],
      },
      env: { ...steppingClock(120_000), TZ: "UTC" },
    });
    const first = await hub.ask([database]);
    const second = await hub.ask([features]);
    await answer(hub, first.id);
    step(hub.pid);
    const [post] = await receiver.until(1);
    expect(post?.body.id).toBe(second.id);
    const { channels, told } = await untilState(hub, ({ channels: [channel] }) => channel?.sent === 1);
    expect([channels, told]).toMatchObject([[{ sent: 1, failed: 0 }], [{ id: second.id }]]);
    const { sentAt } = channels[0] as unknown as { sentAt: string };
    expect(Date.parse(sentAt)).toBeGreaterThanOrEqual(end);
    const third = await hub.ask([authMethod]);
    await receiver.until(2);
    expect(receiver.received.map(({ body }) => body.id)).toEqual([second.id, third.id]);
  });

  test("never twice, even after a restart, and after one for asks not yet notified", async () => {
    const tool = standIn("notify-send", "echo 42");
    const env = { ...tool.env, ...display };
    const hub = await startNotifying({ notify: { after: "50ms" }, env });
    const told = await hub.ask([database]);
    // Wait until it is sent: a hub that is stopped before that leaves it to the next one.
    await untilState(hub, ({ channels }) => channels[0]?.sent === 1);
    await hub.stop();
    writeConfig(hub.directory, { after: "1h" });
    const patient = await hub.restart({ env });
    const waiting = await patient.ask([features]);
    await patient.stop("SIGKILL");
    writeConfig(hub.directory, { after: "50ms" });
    const last = await hub.restart({ env });
    await untilState(last, ({ channels }) => channels[0]?.sent === 2);
    const ids = () => tool.calls().map((call) => call.at(-1)?.split("/").at(-1));
    expect(ids()).toEqual([told.id, waiting.id]);
    // It still knows the first hub's notification, and withdraws it.
    await answer(last, told.id);
    const calls = await untilCalls(tool, 3);
    expect(calls[2]).toContain("--replace-id=42");
  });
});

describe("when an ask ends after its notification", () => {
  test("the notification is replaced, with the outcome if the channel wants it", async () => {
    const tool = standIn("notify-send", "echo 42");
    const [asked, plain] = [await startReceiver(), await startReceiver()];
    const webhooks = [
      { url: `${asked.url}/calls`, form: "ntfy", followUp: true },
      { url: asked.url, followUp: true },
      { url: plain.url },
    ];
    const hub = await startNotifying({ notify: { after: "50ms", webhooks }, env: { ...tool.env, ...display } });
    const { id } = await hub.ask([database], { agent: { name: "claude" } });
    await untilState(hub, ({ channels }) => channels.every(({ sent }) => sent === 1));
    await answer(hub, id);
    const [, replaced = []] = await untilCalls(tool, 2);
    expect(replaced).toContain("--replace-id=42");
    expect(replaced.slice(replaced.indexOf("--"))).toEqual([
      "--",
      "Answered in web by ana",
      `claude: ${database.question}`,
    ]);
    const ended = (await asked.until(4)).slice(2).map(({ body }) => body);
    expect(ended).toContainEqual(expect.objectContaining({ event: "ask-ended", id, status: "answered" }));
    expect(ended).toContainEqual(expect.objectContaining({ topic: "calls", title: "Answered in web by ana" }));
    expect(JSON.stringify(ended)).not.toContain("SQLite");
    expect(plain.received).toHaveLength(1);
  });

  test("a notify-send without support for ids still shows it", async () => {
    const old = 'case "$*" in *--print-id*) echo "Unknown option --print-id" >&2; exit 1;; esac';
    const tool = standIn("notify-send", old);
    const hub = await startNotifying({ notify: { after: "50ms" }, env: { ...tool.env, ...display } });
    const first = await hub.ask([database]);
    await untilState(hub, ({ channels }) => channels[0]?.sent === 1);
    await answer(hub, first.id);
    await hub.ask([database]);
    const { channels } = await untilState(hub, ({ channels }) => channels[0]?.sent === 2);
    expect(channels).toMatchObject([{ failed: 0 }]);
    expect(tool.calls().map((call) => call.includes("--print-id"))).toEqual([true, false, false]);
  });
});

describe("a broken channel", () => {
  test("is reported by status, doctor and notify, without the secrets in its address", async () => {
    const receiver = await startReceiver((response) => void response.writeHead(500).end("secret-answer"));
    const webhooks = [{ url: `http://me:secret-word@${receiver.host}/secret-path?k=secret-key`, form: "slack" }];
    const hub = await startNotifying({ notify: { after: "50ms", desktop: true, webhooks }, env: { PATH: "/nowhere" } });
    await hub.ask([database]);
    await untilState(hub, ({ channels }) => channels.length === 2 && channels.every(({ failing }) => failing));
    const status = await hub.run(["status"]);
    expect(status.code).toBe(0);
    expect(status.stdout).toMatch(/\nNotifications fail: desktop \(notify-send\): notify-send was not found \(once, /);
    expect(status.stdout).toContain(`webhook 1 (slack at ${receiver.host}): responded with status 500`);
    const doctor = await hub.run(["doctor"]);
    expect(doctor.stdout).toContain("warn  Notifications fail: desktop (notify-send): notify-send was not found");
    expect(doctor.stdout).toContain(`\nwarn  Notifications fail: webhook 1 (slack at ${receiver.host})`);
    expect(doctor.stdout).toMatch(/^warn {2}A notification was given up in the last 7 days, the last to desktop /m);
    const shown = await hub.run(["notify"]);
    expect(shown.stdout).toMatch(/^You are notified after 0.1 seconds\.\n/);
    expect(shown.stdout).toContain("desktop (notify-send): failing: failed once");
    expect(JSON.parse((await hub.run(["status", "--json"])).stdout).notify).toMatchObject([
      { name: "desktop", failing: true },
      { name: "webhook 1", failed: expect.any(Number) },
    ]);
    const files = ["notify.json"].map((name) => readFileSync(join(hub.directory, name), "utf8"));
    expect([status, doctor, shown, hub.log(), files].map((said) => JSON.stringify(said)).join()).not.toContain(
      "secret",
    );
    expect(hub.log()).toContain("desktop (notify-send) failed: notify-send was not found");
    expect(statSync(join(hub.directory, "notify.json")).mode & 0o777).toBe(0o600);
  });

  test("that is a webhook gets what it missed, even if the hub is killed, and the ask has a receipt", async () => {
    let works = false;
    const receiver = await startReceiver((response) => void response.writeHead(works ? 204 : 503).end());
    const webhooks = [{ url: receiver.url, form: "json", followUp: true }];
    const env = steppingClock(1000);
    const hub = await startNotifying({ notify: { after: "50ms", desktop: false, webhooks }, env });
    const { id } = await hub.ask([database]);
    // Named by its address, so that it stays the same when the webhooks are reordered.
    const target = expect.stringMatching(new RegExp(`^webhook [0-9a-f]{6} \\(json at ${receiver.host}\\)$`));
    const receipts = async (from: TestHub) => (await from.client("human").get(id)).notices;
    await vi.waitFor(
      async () => expect(await receipts(hub)).toMatchObject([{ state: "waiting", attempts: 1 }]),
      20_000,
    );
    expect(await receipts(hub)).toEqual([
      {
        ...{ event: "ask-created", target, state: "waiting", attempts: 1, at: expect.any(String) },
        reason: "responded with status 503",
      },
    ]);
    await hub.stop("SIGKILL");
    works = true;
    const next = await hub.restart();
    keepStepping(next.pid);
    await receiver.until(2);
    await vi.waitFor(async () => expect(await receipts(next)).toMatchObject([{ state: "sent", attempts: 2 }]), 20_000);
    expect((await next.client("agent").get(id)).notices).toBeUndefined();

    works = false;
    await answer(next, id);
    await receiver.until(3);
    works = true;
    await receiver.until(4);
    expect(receiver.received.map(({ body }) => body.event)).toEqual([
      ...["ask-waiting", "ask-waiting", "ask-ended", "ask-ended"],
    ]);
    await vi.waitFor(
      async () =>
        expect(JSON.parse((await next.run(["log", "--json"])).stdout)[0].notices).toMatchObject([
          { event: "ask-created", state: "sent", attempts: 2 },
          { event: "ask-ended", target, state: "sent", attempts: 2 },
        ]),
      20_000,
    );
  });

  test("that redirects is not followed and counts as failed", async () => {
    const receiver = await startReceiver((response) => void response.writeHead(307, { location: "/other" }).end());
    const hub = await startNotifying({ notify: { after: "50ms", webhooks: [{ url: `${receiver.url}/first` }] } });
    await hub.ask([database]);
    const { channels } = await untilState(hub, ({ channels }) => channels[0]?.failing === true);
    expect(channels[0]?.error?.message).toContain("redirect (307)");
    expect(receiver.received.map(({ path }) => path)).toEqual(["/first"]);
  });

  test("that hangs delays neither asks nor other channels, and is given up after five seconds", async () => {
    const hanging = await startReceiver(() => {});
    const stuck = standIn("notify-send", "exec sleep 60");
    const well = await startReceiver();
    const webhooks = [{ url: hanging.url }, { url: well.url }];
    const hub = await startNotifying({ notify: { after: "50ms", webhooks }, env: { ...stuck.env, ...display } });
    const first = await hub.ask([database]);
    await Promise.all([hanging.until(1), untilCalls(stuck, 1)]);
    const second = await hub.ask([database]);
    await well.until(2);
    for (const { id } of [first, second]) expect(await answer(hub, id)).toMatchObject({ status: "answered" });
    const { channels } = await untilState(hub, (state) => state.channels.filter(({ failing }) => failing).length === 2);
    expect(channels.map(({ error }) => error?.message)).toEqual([
      "notify-send took longer than 5 s",
      "did not answer within 5 s",
      undefined,
    ]);
  });

  test("that hangs does not keep the hub from stopping", async () => {
    const hanging = await startReceiver(() => {});
    const stuck = standIn("notify-send", "exec sleep 60");
    const hub = await startNotifying({
      notify: { after: "50ms", webhooks: [{ url: hanging.url }] },
      env: { ...stuck.env, ...display },
    });
    await hub.ask([database]);
    await Promise.all([hanging.until(1), untilCalls(stuck, 1)]);
    expect(await hub.stop()).toBe(0);
    // Nothing waited for it: after 5 s it would have counted as failed.
    expect(hub.log()).not.toContain(") failed: ");
  });
});

describe("yourcall notify", () => {
  const inHome = (directory: string, args: string[], env: Record<string, string> = {}) =>
    startCommand(["notify", ...args], { env: { YOURCALL_HOME: directory, ...env } }).ended;

  async function twoWebhooks(): Promise<{ directory: string; well: WebhookReceiver; broken: WebhookReceiver }> {
    const directory = temporaryDirectory();
    const well = await startReceiver();
    const broken = await startReceiver((response) => void response.writeHead(404).end());
    writeConfig(directory, {
      after: "90s",
      quiet: { from: "22:00", to: "7:00" },
      webhooks: [{ url: `${well.url}/calls`, form: "ntfy" }, { url: broken.url }],
    });
    return { directory, well, broken };
  }

  test("shows settings and channels, even without a hub", async () => {
    const { directory, well, broken } = await twoWebhooks();
    expect(await inHome(directory, [])).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        "You are notified after 90 seconds, but not from 22:00 to 07:00.",
        `webhook 1 (ntfy at ${well.host}): nothing sent yet`,
        `webhook 2 (json at ${broken.host}): nothing sent yet`,
        "",
      ].join("\n"),
    });
    expect(existsSync(join(directory, "notify.json"))).toBe(false);
  });

  test("--test sends through every channel and reports each: exit code 1 if one failed", async () => {
    const { directory, well, broken } = await twoWebhooks();
    const tool = standIn("notify-send");
    const all = await inHome(directory, ["--test"], { ...tool.env, ...display });
    expect(all).toEqual({
      code: 1,
      stderr: "",
      stdout: [
        "ok    desktop (notify-send)",
        `ok    webhook 1 (ntfy at ${well.host})`,
        `fail  webhook 2 (json at ${broken.host}): responded with status 404`,
        "",
      ].join("\n"),
    });
    expect(tool.calls()).toHaveLength(1);
    expect(well.received).toMatchObject([{ body: { topic: "calls", title: "yourcall: a test" } }]);
    expect(await inHome(directory, ["--test", "--channel", "1"])).toMatchObject({ code: 0 });
    expect([well.received.length, broken.received.length]).toEqual([2, 1]);
    const unknown = await inHome(directory, ["--test", "--channel", "desktop"]);
    expect(unknown).toMatchObject({ code: 2, stderr: 'yourcall: Unknown channel "desktop". Channels: 1, 2.\n' });
  });

  test("--test says so if there is no channel to test: exit code 1", async () => {
    const { code, stderr } = await inHome(temporaryDirectory(), ["--test"]);
    expect(code).toBe(1);
    expect(stderr).toContain("No channel to test");
  });

  test("uses changed settings without a restart, also for asks that wait already", async () => {
    const receiver = await startReceiver();
    const hub = await startNotifying({ notify: { after: "50ms", desktop: false } });
    await untilState(hub, () => true);
    const { id } = await hub.ask([database]);
    writeConfig(hub.directory, { after: "50ms", desktop: false, webhooks: [{ url: receiver.url }] });
    expect(await receiver.until(1)).toMatchObject([{ body: { event: "ask-waiting", id } }]);
  });

  test("has its own help, and is in the list of commands", async () => {
    expect((await startCommand(["notify", "--help"]).ended).stdout).toMatch(/^yourcall notify/);
    expect((await startCommand(["help"]).ended).stdout).toContain("  yourcall notify ");
  });
});

describe("status --line", () => {
  test("prints how many asks are pending, or nothing if none are", async () => {
    const hub = await startHub();
    expect(await hub.run(["status", "--line"])).toEqual({ code: 0, stdout: "", stderr: "" });
    await hub.ask([database]);
    const { id } = await hub.ask([database]);
    // It also prints nothing if the hub is too slow for a prompt, so poll.
    const line = (env: Record<string, string> = {}) => expect.poll(() => hub.run(["status", "--line"], { env }));
    await line().toEqual({ code: 0, stdout: "2 waiting\n", stderr: "" });
    await answer(hub, id);
    await line().toEqual({ code: 0, stdout: "1 waiting\n", stderr: "" });
    const elsewhere = { YOURCALL_HOME: temporaryDirectory(), YOURCALL_URL: hub.url, YOURCALL_TOKEN: hub.tokens.human };
    await line(elsewhere).toEqual({ code: 0, stdout: "1 waiting\n", stderr: "" });
  });

  test("prints nothing without a hub, or with one that is dead, hangs or rejects the token", async () => {
    const silent = { code: 0, stdout: "", stderr: "" };
    expect(await startCommand(["status", "--line"]).ended).toEqual(silent);
    const hub = await startHub();
    await hub.ask([database]);
    expect(await hub.run(["status", "--line"], { env: { YOURCALL_TOKEN: "yc_human_wrong" } })).toEqual(silent);
    process.kill(hub.pid, "SIGSTOP");
    expect(await hub.run(["status", "--line"])).toEqual(silent);
    process.kill(hub.pid, "SIGCONT");
    await hub.stop("SIGKILL");
    expect(await hub.run(["status", "--line"])).toEqual(silent);
  });
});
